import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { repositoryFiles } from "./source-files.ts";
import type { Finding } from "./tool.ts";

const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
	version: z.string().optional(),
	dependencies: Versions,
	devDependencies: Versions,
	optionalDependencies: Versions,
	// A peer is a range, for whoever installs a published package: what is installed here stands among devDependencies.
});
const Workspace = z.object({ catalog: Versions, overrides: Versions });
const Lock = z.object({ packages: z.record(z.string(), z.unknown()).default({}) });

/** A package may have a name of its own here: `npm:codemirror@5.65.21`. */
const exact = /^(?:npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
/** Two copies of zod break `instanceof` and types; the same holds for the server, the driver and the compiler. */
const oneVersionOf = ["zod", "fastify", "mongodb", "typescript"];

/** Versions of packages stand once, exactly, in pnpm-workspace.yaml, and all of this repository have one version; the root repeats those of its tools, since npm cannot read `catalog:`. */
export async function checkVersions(root: string): Promise<readonly Finding[]> {
	const read = (file: string) => readFile(join(root, file), "utf8");
	const { catalog, overrides } = Workspace.parse(parse(await read("pnpm-workspace.yaml")));
	const finding = (file: string, message: string): Finding => ({ file, line: 0, rule: "version", message });
	const findings = Object.entries({ ...catalog, ...overrides })
		.filter(([, version]) => !exact.test(version))
		.map(([name, version]) => finding("pnpm-workspace.yaml", `${name} is pinned to "${version}": write one exact version`));
	const nested = repositoryFiles(root).filter((file) => /^[^/]+\/[^/]+\/package\.json$/.test(file));
	const { version: own } = Manifest.parse(JSON.parse(await read("package.json")));
	for (const file of ["package.json", ...nested]) {
		const { version, ...lists } = Manifest.parse(JSON.parse(await read(file)));
		if (version !== own)
			findings.push(finding(file, `version is "${version}", and the repository is "${own}": they are set by npm run release`));
		const asked = Object.values(lists).flatMap((versions) => Object.entries(versions));
		for (const [name, version] of asked) {
			const isRight =
				file === "package.json" ? version === (catalog[name] ?? exact.exec(version)?.[0]) : /^(catalog:|workspace:\*)$/.test(version);
			if (!isRight) findings.push(finding(file, `${name} is "${version}": write ${catalog[name] ?? "catalog: or workspace:*"}`));
		}
	}
	const locked = Object.keys(Lock.parse(parse(await read("pnpm-lock.yaml"))).packages);
	for (const name of oneVersionOf) {
		const versions = locked.filter((key) => key.startsWith(`${name}@`));
		if (versions.length > 1)
			findings.push(finding("pnpm-lock.yaml", `${versions.join(" and ")}: align them by an override in pnpm-workspace.yaml`));
	}
	return findings;
}
