import { Visitor } from "vite";
import type { Finding } from "../findings.ts";
import type { Source } from "./source.ts";
import { isTest, lineAt } from "./source.ts";

const adapter = /(^|\/)(store|cache|model|upstream|events)\.ts$/;
const mayReachCollections = /\/(store|cache)\.ts$|^packages\/service-kit\/src\/(mongo|mongo\/(locks|migrations))\.ts$/;

/** An engine is handed its adapters as values: in engine.ts they stand in `import type` statements. */
export function adaptersAsTypes(source: Source): readonly Finding[] {
	if (!/^apps\/.+\/engine\.ts$/.test(source.file)) return [];
	const findings: Finding[] = [];
	new Visitor({
		ImportDeclaration(node) {
			if (node.importKind === "type" || !node.source.value.startsWith(".") || !adapter.test(node.source.value)) return;
			const message = `write \`import type\` for ${node.source.value} and take the adapter from deps`;
			findings.push({ file: source.file, line: lineAt(source, node.start), rule: "adapter-value-in-engine", message });
		},
	}).visit(source.program);
	return findings;
}

/** MongoDB collections are reached in store.ts and cache.ts, so that every query of a feature stands in one file. */
export function collectionsInStores(source: Source): readonly Finding[] {
	if (!/^(apps|packages)\//.test(source.file) || isTest(source.file) || mayReachCollections.test(source.file)) return [];
	const findings: Finding[] = [];
	new Visitor({
		CallExpression(node) {
			if (node.callee.type !== "MemberExpression" || node.callee.property.type !== "Identifier") return;
			if (node.callee.property.name !== "collection") return;
			const message = "move the query into the store.ts of its feature";
			findings.push({ file: source.file, line: lineAt(source, node.callee.property.start), rule: "collection-outside-store", message });
		},
	}).visit(source.program);
	return findings;
}

/** `import("./x.ts").T` hides an import from the boundary check. */
export function importTypesOnTop(source: Source): readonly Finding[] {
	const findings: Finding[] = [];
	new Visitor({
		TSImportType(node) {
			const message = `write \`import type\` at the top for ${node.source.value}: the boundary check reads only those`;
			findings.push({ file: source.file, line: lineAt(source, node.start), rule: "hidden-import-type", message });
		},
	}).visit(source.program);
	return findings;
}
