import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "./findings.ts";
import { codeFiles, houseFiles } from "./source-files.ts";
import { adaptersAsTypes, collectionsInStores, importTypesOnTop } from "./workspace/access.ts";
import { documentedExports } from "./workspace/docstrings.ts";
import { causesAreKept } from "./workspace/errors.ts";
import { pureFilesHoldData } from "./workspace/purity.ts";
import type { SourceRule } from "./workspace/source.ts";
import { parseSource } from "./workspace/source.ts";
import { honestTests } from "./workspace/tests.ts";
import { pinnedVersions, singleVersions } from "./workspace/versions.ts";

const sourceRules: readonly SourceRule[] = [
	adaptersAsTypes,
	causesAreKept,
	collectionsInStores,
	documentedExports,
	honestTests,
	importTypesOnTop,
	pureFilesHoldData,
];

async function checkSource(root: string, file: string): Promise<readonly Finding[]> {
	const source = parseSource(file, await readFile(join(root, file), "utf8"));
	if ("problem" in source) return [source.problem];
	return sourceRules.flatMap((rule) => rule(source));
}

/** What Biome and dependency-cruiser cannot see: roles of files, docstrings, purity, versions, test manners. */
export async function checkWorkspace(root: string): Promise<readonly Finding[]> {
	const [code, files] = await Promise.all([codeFiles(root), houseFiles(root)]);
	const manifests = ["package.json", ...files.filter((file) => /^(apps|packages|infra)\/[^/]+\/package\.json$/.test(file))];
	const [sources, pinned, single] = await Promise.all([
		Promise.all(code.map((file) => checkSource(root, file))),
		pinnedVersions(root, manifests),
		singleVersions(root),
	]);
	return [...sources.flat(), ...pinned, ...single];
}
