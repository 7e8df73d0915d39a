import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { isPureFile } from "./pure-files.ts";
import { codeFiles } from "./source-files.ts";
import type { Finding } from "./tool.ts";

const testFile = /\.test\.tsx?$|^(apps|packages)\/[^/]+\/(test|e2e|faults)\/|^packages\/(testing|bench)\//;
const clocksAndChance = /^(Date\.now|performance\.now|Math\.random|crypto\.(randomUUID|getRandomValues)|console\.\w+)$/;
const effects = /^(fetch|setTimeout|setInterval|setImmediate|queueMicrotask|Date)$/;
const mocks = /^vi\.(mock|doMock|hoisted|unmock|importMock|importActual)$/;
/** A store file, or a file of a store folder; service-kit opens the database and runs locks and migrations. */
const storeFile = /\/(store|cache)\.ts$|\/store\/[^/]+\.ts$|^packages\/service-kit\/src\/(mongo|mongo\/(locks|migrations))\.ts$/;

/** What neither Biome nor dependency-cruiser sees: queries outside stores, mocks, pure files that wait, read a clock or keep state, hidden imports. */
export async function checkSourceRules(root: string): Promise<readonly Finding[]> {
	const check = async (file: string) => findingsIn(file, await readFile(join(root, file), "utf8"));
	return (await Promise.all(codeFiles(root).map(check))).flat();
}

type Statement = ReturnType<typeof parseSync>["program"]["body"][number];
type Expression = Extract<Statement, { type: "ExpressionStatement" }>["expression"];

/** A variable, or a collection that begins empty: what a call leaves there changes the next one. */
function isState(statement: Statement): boolean {
	const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
	if (declared?.type !== "VariableDeclaration") return false;
	return declared.kind !== "const" || declared.declarations.some(({ init }) => init !== null && isEmptyCollection(init));
}

function isEmptyCollection(node: Expression): boolean {
	if (node.type !== "NewExpression" || node.callee.type !== "Identifier") return false;
	return /^(Weak)?(Map|Set)$/.test(node.callee.name) && node.arguments.length === 0;
}

function findingsIn(file: string, text: string): readonly Finding[] {
	const { program, errors } = parseSync(file, text);
	if (errors[0] !== undefined) return [{ file, line: 0, rule: "parse", message: errors[0].message }];
	const isPure = isPureFile(file);
	const mayQuery = !/^(apps|packages)\//.test(file) || testFile.test(file) || storeFile.test(file);
	const findings: Finding[] = [];
	const report = (node: { readonly start: number }, rule: string, message: string) => {
		findings.push({ file, line: text.slice(0, node.start).split("\n").length, rule, message });
	};
	const impure = (node: { readonly start: number }, what: string) =>
		report(node, "impure", `${what}: a pure file turns data into data; let its caller do this and pass the result in`);
	for (const statement of isPure ? program.body : [])
		if (isState(statement)) report(statement, "module-state", "keep it with @webhand/page/once");
	new Visitor({
		AwaitExpression: (node) => isPure && impure(node, "await"),
		NewExpression: ({ callee, arguments: given, start }) => {
			if (isPure && callee.type === "Identifier" && callee.name === "Date" && given.length === 0) impure({ start }, "new Date()");
		},
		MemberExpression: ({ object, property, computed, start }) => {
			if (computed || property.type !== "Identifier") return;
			const name = object.type === "Identifier" ? `${object.name}.${property.name}` : property.name;
			if (isPure && clocksAndChance.test(name)) impure({ start }, name);
			if (mocks.test(name)) report({ start }, "module-mock", `${name}: run the real thing, or pass a hand-written dependency in`);
		},
		CallExpression: ({ callee, start }) => {
			if (isPure && callee.type === "Identifier" && effects.test(callee.name)) impure({ start }, callee.name);
			const isQuery = callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.property.name === "collection";
			if (isQuery && !mayQuery) report({ start }, "collection-outside-store", "move the query into the store of its feature");
		},
		TSImportType: (node) =>
			report(node, "hidden-import-type", `write \`import type\` at the top for ${node.source.value}: the boundary check reads only those`),
	}).visit(program);
	return findings;
}
