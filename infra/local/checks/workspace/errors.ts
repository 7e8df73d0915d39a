import type { ESTree } from "vite";
import { Visitor } from "vite";
import type { Finding } from "../findings.ts";
import type { Source } from "./source.ts";
import { lineAt } from "./source.ts";

function keepsCause(thrown: ESTree.NewExpression, caught: string): boolean {
	return thrown.arguments.some(
		(argument) =>
			argument.type === "ObjectExpression" &&
			argument.properties.some(
				(property) =>
					property.type === "Property" &&
					property.key.type === "Identifier" &&
					property.key.name === "cause" &&
					property.value.type === "Identifier" &&
					property.value.name === caught,
			),
	);
}

/**
 * An error thrown while another is handled carries that one as its cause. Biome's useErrorCause looks for it in the second
 * argument only; AppError takes its options third.
 */
export function causesAreKept(source: Source): readonly Finding[] {
	const findings: Finding[] = [];
	// The name each surrounding catch gave its error, "" where it gave none; undefined inside a function, which runs at another time.
	const caught: (string | undefined)[] = [];
	const enterFunction = () => caught.push(undefined);
	const leave = () => caught.pop();
	new Visitor({
		FunctionDeclaration: enterFunction,
		"FunctionDeclaration:exit": leave,
		FunctionExpression: enterFunction,
		"FunctionExpression:exit": leave,
		ArrowFunctionExpression: enterFunction,
		"ArrowFunctionExpression:exit": leave,
		CatchClause: (node) => caught.push(node.param?.type === "Identifier" ? node.param.name : ""),
		"CatchClause:exit": leave,
		ThrowStatement(node) {
			const name = caught.at(-1);
			if (name === undefined || node.argument.type !== "NewExpression" || keepsCause(node.argument, name)) return;
			const message = "pass the caught error on: { cause }";
			findings.push({ file: source.file, line: lineAt(source, node.start), rule: "lost-cause", message });
		},
	}).visit(source.program);
	return findings;
}
