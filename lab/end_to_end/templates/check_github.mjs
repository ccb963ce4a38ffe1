// check_github.mjs FILE: GitHub's own parser (schema, expressions, cron) reads a workflow; its errors are printed.
import { readFileSync } from "node:fs";
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from "@actions/workflow-parser";

const [file] = process.argv.slice(2);
const content = readFileSync(file, "utf8");
const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
if (value) await convertWorkflowTemplate(context, value);
const errors = context.errors.getErrors();
for (const error of errors) console.log(error.message);
process.exit(errors.length ? 1 : 0);
