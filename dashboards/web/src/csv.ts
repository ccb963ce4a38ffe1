// Tables as CSV (RFC 4180): numbers in full and in base units, names as they are.

export type CsvValue = string | number | null | undefined;

// A spreadsheet takes text that begins so for a formula, whoever wrote it; a quote in front keeps it text.
const kFormula = /^[=+\-@\t\r\n]/;

function field(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = kFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvText = (rows: CsvValue[][]): string => rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
