import type { Plugin } from "vite";

const ours = /\/(?:packages\/contracts|apps\/extension)\/src\/.*\.ts$/;
const makers: ReadonlySet<string> = new Set(["z", "defineRoute"]);

/** As much of a syntax tree as is read here; `start` and `end` are offsets in the module. */
type Node = {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly name?: string;
	readonly callee?: Node;
	readonly object?: Node;
	readonly declaration?: Node | null;
	readonly declarations?: readonly { readonly init?: Node | null }[];
};

/**
 * Lets the bundler leave out the schemas and routes that nothing asks for: it cannot know that making one has no effect, and a module of which
 * one route is called would bring all of them, built anew at each start of the worker.
 */
export function withoutUnusedSchemas(): Plugin {
	return {
		name: "webhand-without-unused-schemas",
		apply: "build",
		transform(code, id) {
			if (!ours.test(id)) return null;
			const body = this.parse(code).body as unknown as readonly Node[];
			const made = body
				.flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
				.flatMap(({ init }) => (init?.type === "CallExpression" && makers.has(makerOf(init)) ? [init] : []));
			return made.toReversed().reduce((text, { start, end }) => {
				const call = text.slice(start, end);
				return `${text.slice(0, start)}/* @__PURE__ */ (() => ${call})()${text.slice(end)}`;
			}, code);
		},
	};
}

/** The name that a chain of calls begins with. */
function makerOf(node: Node): string {
	const inner = node.callee ?? node.object;
	return inner === undefined ? (node.name ?? "") : makerOf(inner);
}
