import type { ESTree } from "vite";
import type { Finding } from "../findings.ts";
import type { Source } from "./source.ts";
import { isTest, lineAt } from "./source.ts";

type Named = { readonly name: string; readonly start: number };

function isFunctionValue(node: ESTree.Expression | null): boolean {
	if (node === null) return false;
	if (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression" || node.type === "ClassExpression") return true;
	return (node.type === "TSSatisfiesExpression" || node.type === "TSAsExpression") && isFunctionValue(node.expression);
}

/** Functions and classes a statement declares; schemas and plain values speak for themselves. */
function declared(node: ESTree.Node, start: number): readonly Named[] {
	if (node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction" || node.type === "ClassDeclaration") {
		return node.id === null ? [] : [{ name: node.id.name, start }];
	}
	if (node.type !== "VariableDeclaration") return [];
	return node.declarations.flatMap(({ id, init }) => (id.type === "Identifier" && isFunctionValue(init) ? [{ name: id.name, start }] : []));
}

/** Exported functions and classes, each name once: an overload is documented at its first line. */
function exported(program: ESTree.Program): readonly Named[] {
	const locals = new Map(program.body.flatMap((node) => declared(node, node.start)).map((found) => [found.name, found]));
	const found = new Map<string, Named>();
	for (const node of program.body) {
		if (node.type !== "ExportNamedDeclaration" || node.source !== null) continue;
		const here = node.declaration === null ? [] : declared(node.declaration, node.start);
		const listed = node.specifiers.flatMap(({ local }) => (local.type === "Identifier" ? [locals.get(local.name)] : []));
		for (const name of [...here, ...listed]) if (name !== undefined && !found.has(name.name)) found.set(name.name, name);
	}
	return [...found.values()];
}

function docstringBefore(source: Source, start: number): string | undefined {
	const comment = source.comments.findLast(({ end }) => end <= start);
	if (comment?.type !== "Block" || !comment.value.startsWith("*")) return undefined;
	return source.text.slice(comment.end, start).trim() === "" ? comment.value : undefined;
}

/** Every exported function and class of a package says in a docstring what types cannot, and where it is asked for. */
export function documentedExports(source: Source): readonly Finding[] {
	if (!/^packages\/[^/]+\/src\//.test(source.file) || isTest(source.file)) return [];
	return exported(source.program).flatMap(({ name, start }) => {
		const docstring = docstringBefore(source, start);
		if (docstring !== undefined) return [];
		const message = `${name} has no docstring: say shapes, units and errors`;
		return [{ file: source.file, line: lineAt(source, start), rule: "undocumented-export", message }];
	});
}
