import type { ESTree } from "vite";
import { Visitor } from "vite";
import type { Finding } from "../findings.ts";
import { isPureFile } from "../pure-files.ts";
import type { Source } from "./source.ts";
import { lineAt } from "./source.ts";

const takeItAsValue = "take the time, id or number as a parameter";
const impureMembers: Readonly<Record<string, string>> = {
	"Date.now": takeItAsValue,
	"performance.now": takeItAsValue,
	"Math.random": takeItAsValue,
	"crypto.randomUUID": takeItAsValue,
	"crypto.getRandomValues": takeItAsValue,
};
const impureCalls = new Set(["fetch", "setTimeout", "setInterval", "setImmediate", "queueMicrotask"]);

function memberName(node: ESTree.MemberExpression): string | undefined {
	if (node.object.type !== "Identifier" || node.property.type !== "Identifier" || node.computed) return undefined;
	return `${node.object.name}.${node.property.name}`;
}

/** Pure files turn data into data: no waiting, clock, randomness, log or client. */
export function pureFilesHoldData(source: Source): readonly Finding[] {
	if (!isPureFile(source.file)) return [];
	const findings: Finding[] = [];
	const object = (node: { readonly start: number }, message: string) => {
		findings.push({ file: source.file, line: lineAt(source, node.start), rule: "impure", message });
	};
	new Visitor({
		AwaitExpression: (node) => object(node, "a pure file awaits nothing: let the engine wait and pass the result in"),
		ForOfStatement: (node) => {
			if (node.await) object(node, "a pure file awaits nothing: let the engine wait and pass the result in");
		},
		NewExpression: (node) => {
			if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0)
				object(node, `new Date(): ${takeItAsValue}`);
		},
		MemberExpression: (node) => {
			const name = memberName(node);
			if (name === undefined) return;
			if (name.startsWith("console.")) object(node, "a pure file logs nothing: return what is to be said");
			const fix = impureMembers[name];
			if (fix !== undefined) object(node, `${name}: ${fix}`);
		},
		CallExpression: (node) => {
			if (node.callee.type !== "Identifier") return;
			if (node.callee.name === "Date") object(node, `Date(): ${takeItAsValue}`);
			if (impureCalls.has(node.callee.name))
				object(node, `${node.callee.name}: a pure file does nothing in the world; let the engine do it`);
		},
	}).visit(source.program);
	return findings;
}
