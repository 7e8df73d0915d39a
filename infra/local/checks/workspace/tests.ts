import type { ESTree } from "vite";
import { Visitor } from "vite";
import type { Finding } from "../findings.ts";
import type { Source } from "./source.ts";
import { lineAt } from "./source.ts";

const mocks = new Set(["mock", "doMock", "hoisted", "unmock", "importMock", "importActual"]);
const blocks = new Set(["test", "it", "describe", "suite", "bench"]);

/** `test` of `test.each(rows)("name")`, `describe.skipIf(x)("name")`, `it("name")`. */
function rootName(node: ESTree.Expression | ESTree.Super): string | undefined {
	if (node.type === "Identifier") return node.name;
	if (node.type === "MemberExpression") return rootName(node.object);
	if (node.type === "CallExpression") return rootName(node.callee);
	return node.type === "TaggedTemplateExpression" ? rootName(node.tag) : undefined;
}

function textOf(node: ESTree.Argument | undefined): string | undefined {
	if (node?.type === "Literal" && typeof node.value === "string") return node.value;
	return node?.type === "TemplateLiteral" ? node.quasis[0]?.value.raw : undefined;
}

/** Nothing that we run is mocked, and a test's name is a promise: it says what is, not what should be. */
export function honestTests(source: Source): readonly Finding[] {
	const findings: Finding[] = [];
	new Visitor({
		CallExpression(node) {
			const { callee } = node;
			const line = lineAt(source, node.start);
			if (callee.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "vi") {
				const method = callee.property.type === "Identifier" ? callee.property.name : "";
				const message = `vi.${method}: run the real thing, or pass a hand-written dependency in`;
				if (mocks.has(method)) findings.push({ file: source.file, line, rule: "module-mock", message });
			}
			const name = blocks.has(rootName(callee) ?? "") ? textOf(node.arguments[0]) : undefined;
			if (name !== undefined && /^should\b/i.test(name.trim())) {
				const message = `"${name}": say what is true, in words the product owner accepts`;
				findings.push({ file: source.file, line, rule: "should-name", message });
			}
		},
	}).visit(source.program);
	return findings;
}
