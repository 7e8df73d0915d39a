import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { Finding } from "../findings.ts";

const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
	dependencies: Versions,
	devDependencies: Versions,
	optionalDependencies: Versions,
	peerDependencies: Versions,
});
const Workspace = z.object({ catalog: Versions, overrides: Versions });

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const oneVersionOf = ["zod", "fastify", "mongodb", "typescript"];

function lineOfText(text: string, part: string): number {
	const offset = text.indexOf(part);
	return offset === -1 ? 0 : text.slice(0, offset).split("\n").length;
}

async function readText(root: string, file: string): Promise<string | undefined> {
	return readFile(join(root, file), "utf8").catch(() => undefined);
}

/** Versions stand once, exactly, in pnpm-workspace.yaml; the root's own tools repeat theirs, since npm cannot read `catalog:`. */
export async function pinnedVersions(root: string, manifests: readonly string[]): Promise<readonly Finding[]> {
	const workspaceText = (await readText(root, "pnpm-workspace.yaml")) ?? "";
	const { catalog, overrides } = Workspace.parse(parse(workspaceText) ?? {});
	const findings: Finding[] = [];
	for (const [name, version] of Object.entries({ ...catalog, ...overrides })) {
		if (exact.test(version)) continue;
		const message = `${name} is pinned to "${version}": write one exact version`;
		findings.push({ file: "pnpm-workspace.yaml", line: lineOfText(workspaceText, version), rule: "version", message });
	}
	for (const file of manifests) {
		const text = (await readText(root, file)) ?? "{}";
		const manifest = Manifest.parse(JSON.parse(text));
		for (const [name, version] of Object.values(manifest).flatMap((versions) => Object.entries(versions))) {
			const isRoot = file === "package.json";
			const wanted = isRoot ? (catalog[name] ?? "an exact version") : "catalog: or workspace:*";
			const fits = isRoot
				? exact.test(version) && version === (catalog[name] ?? version)
				: version === "catalog:" || version === "workspace:*";
			const message = `${name} is "${version}": write ${wanted}`;
			if (!fits) findings.push({ file, line: lineOfText(text, `"${name}"`), rule: "version", message });
		}
	}
	return findings;
}

/** Two copies of zod break `instanceof` and types; the same holds for the server, the driver and the compiler. */
export async function singleVersions(root: string): Promise<readonly Finding[]> {
	const file = "pnpm-lock.yaml";
	const text = await readText(root, file);
	if (text === undefined)
		return [{ file, line: 0, rule: "second-version", message: "the lockfile is missing: run npm run pnpm -- install" }];
	const lines = text.split("\n");
	return oneVersionOf.flatMap((name) => {
		const key = new RegExp(`^ {2}'?${name}@([^('":]+)'?:`);
		const versions = new Map<string, number>();
		for (const [index, line] of lines.entries()) {
			const version = key.exec(line)?.[1];
			if (version !== undefined && !versions.has(version)) versions.set(version, index + 1);
		}
		const [, second] = versions.values();
		if (second === undefined) return [];
		const message = `${name} is there in ${[...versions.keys()].join(" and ")}: align them by an override in pnpm-workspace.yaml, with its reason`;
		return [{ file, line: second, rule: "second-version", message }];
	});
}
