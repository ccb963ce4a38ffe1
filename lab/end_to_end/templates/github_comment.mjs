// node github_comment.mjs SCRIPT COMMENTS: runs the script of a step with actions/github-script, with what it gets from
// there, as far as ours uses it. COMMENTS are those of the pull request, as JSON; null: GitHub refuses. Prints the calls.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const comments = JSON.parse(process.argv[3]);
const calls = [];
const call = (name) => async (values) => {
  if (comments === null) throw new Error("Resource not accessible by integration");
  calls.push({ name, ...values });
  return { data: name === "listComments" ? comments : {} };
};
const issues = {};
for (const name of ["listComments", "createComment", "updateComment"]) issues[name] = call(name);
const github = { rest: { issues }, paginate: async (method, values) => (await method(values)).data };
const context = { repo: { owner: "ada", repo: "mpi" }, issue: { number: 7 } };
const core = { warning: (text) => calls.push({ name: "warning", text }) };
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
const script = new AsyncFunction("github", "context", "core", "require", readFileSync(process.argv[2], "utf8"));
await script(github, context, core, createRequire(import.meta.url));
console.log(JSON.stringify(calls));
