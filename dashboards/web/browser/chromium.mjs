// How Chromium is started, for playwright.
export const launching = { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] };
