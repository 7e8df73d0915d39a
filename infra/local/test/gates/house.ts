import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { GateCase } from "./case.ts";

const checkout = fileURLToPath(new URL("../../../..", import.meta.url));
const packageFolder = /^(apps|packages|infra)\/[^/]+/;
const specifier = /(?:from |import |import\()"([^".][^"]*)"/g;

const settingsOf = (folder: string) =>
	`{\n  "extends": "../../tsconfig.base.json",\n  "compilerOptions": { ${folder.startsWith("packages/") ? '"outDir": "dist", ' : ""}"types": ["node"] },\n  "include": ["."]\n}\n`;

type Files = ReadonlyMap<string, string>;

/** What every house holds: one published line per package, so that the cases have something to import. */
const furniture: Readonly<Record<string, string>> = {
	"packages/contracts/src/ids.ts": 'import { z } from "zod";\n\nexport const UserId = z.uuid().brand<"UserId">();\n',
	"packages/page/src/text.ts":
		'/** Joins lines. @source page.md §2 */\nexport function pageText(lines: readonly string[]): string {\n\treturn lines.join("\\n");\n}\n',
	"packages/service-kit/src/clock.ts": "/** The time now. @source style rule 15 */\nexport const now = (): Date => new Date();\n",
	"packages/testing/src/person.ts": 'export const person = { name: "Ada" };\n',
	"apps/auth/src/main.ts":
		'import { UserId } from "@webhand/contracts/ids";\nimport { pageText } from "@webhand/page/text";\nimport { now } from "@webhand/service-kit/clock";\n\nJSON.stringify([UserId, pageText, now]);\n',
	"apps/auth/test/person.test.ts": 'import { person } from "@webhand/testing/person";\n\nJSON.stringify(person);\n',
};

/** Packages publish their files; one app does too, so that the gate against importing it by name is what stops the import. */
function publishes(folder: string): boolean {
	return folder.startsWith("packages/") || folder === "apps/knowledge-proxy";
}

function manifest(folder: string, files: Files): string {
	const name = `@webhand/${posix.basename(folder)}`;
	const dependencies: Record<string, string> = {};
	const devDependencies: Record<string, string> = {};
	for (const [file, text] of files) {
		if (!file.startsWith(`${folder}/`) || !file.endsWith(".ts")) continue;
		const target = file.includes(".test.") ? devDependencies : dependencies;
		for (const [, imported = ""] of text.matchAll(specifier)) {
			const owner = imported
				.split("/")
				.slice(0, imported.startsWith("@") ? 2 : 1)
				.join("/");
			if (!imported.startsWith("node:") && owner !== "undeclared")
				target[owner] = owner.startsWith("@webhand/") ? "workspace:*" : "catalog:";
		}
	}
	for (const owner of Object.keys(dependencies)) delete devDependencies[owner];
	const published = publishes(folder) ? { exports: { "./*": { "@webhand/source": "./src/*.ts", default: "./dist/*.mjs" } } } : {};
	return `${JSON.stringify({ name, private: true, type: "module", ...published, dependencies, devDependencies }, null, 2)}\n`;
}

/** Imports the named export from a test beside the file, which makes it used without adding a line to it. */
function usedBy({ file, exports }: GateCase): readonly [string, string][] {
	if (exports === undefined) return [];
	const text = `import { ${exports} } from "./${posix.basename(file)}";\n\nJSON.stringify(${exports});\n`;
	return [[file.replace(/\.ts$/, ".test.ts"), text]];
}

function filesOf(gate: GateCase, form: "broken" | "repaired"): readonly [string, string][] {
	const text = gate[form];
	const file: [string, string][] = text === undefined ? [] : [[gate.file, text]];
	return [...Object.entries(gate.beside ?? {}), ...file, ...usedBy(gate)];
}

/** The files of a house with every case in its broken or its repaired form. */
function houseOf(cases: readonly GateCase[], form: "broken" | "repaired"): Files {
	const sources = new Map([...Object.entries(furniture), ...cases.flatMap((gate) => filesOf(gate, form))]);
	const folders = new Set([...sources.keys()].flatMap((file) => packageFolder.exec(file)?.[0] ?? []));
	const written = [...folders].flatMap((folder): [string, string][] => [
		[`${folder}/package.json`, manifest(folder, sources)],
		[`${folder}/tsconfig.json`, settingsOf(folder)],
	]);
	return new Map([
		["package.json", '{\n  "name": "house",\n  "private": true,\n  "type": "module"\n}\n'],
		["pnpm-lock.yaml", "lockfileVersion: '9.0'\n\npackages:\n\n  zod@4.6.7:\n    resolution: {integrity: sha512-a}\n"],
		...written,
		...sources,
	]);
}

/** The workspace file with a catalog of what the manifests ask for; the versions are never installed. */
function workspaceOf(files: Files): string {
	const asked = [...files].flatMap(([file, text]) => (file.endsWith("package.json") ? [...text.matchAll(/"([^"]+)": "catalog:"/g)] : []));
	const names = [...new Set(asked.map(([, name]) => name))];
	return `packages:\n  - apps/*\n  - packages/*\n  - infra/local\n\ncatalog:\n${names.map((name) => `  "${name}": 1.0.0\n`).join("")}`;
}

/** Where pnpm put a library: beside the package of this checkout that asks for it. */
function installed(name: string): string {
	const askers = ["infra/local", "apps/extension"].map((asker) => join(checkout, asker, "node_modules", name));
	const found = askers.find((folder) => existsSync(folder));
	if (found === undefined) throw new Error(`No package a house may borrow from has ${name} installed`);
	return found;
}

/** Links what the packages of the house ask for, as pnpm would: each other, and the libraries of this checkout. */
async function link(root: string, files: Files): Promise<void> {
	await symlink(join(checkout, "node_modules"), join(root, "node_modules"));
	const manifests = [...files].filter(([file]) => /^[^/]+\/[^/]+\/package\.json$/.test(file));
	for (const [file, text] of manifests) {
		const { dependencies, devDependencies }: { dependencies: object; devDependencies: object } = JSON.parse(text);
		for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
			const own = manifests.find(([, other]) => JSON.parse(other).name === name)?.[0];
			const target = own === undefined ? installed(name) : join(root, dirname(own));
			const at = join(root, dirname(file), "node_modules", name);
			await mkdir(dirname(at), { recursive: true });
			await symlink(target, at);
		}
	}
}

/** A house in a temporary folder under the settings of this checkout. */
export type House = { readonly root: string; readonly remove: () => Promise<void> };

/** Builds a house in which every case stands in the given form; the caller removes it. */
export async function buildHouse(cases: readonly GateCase[], form: "broken" | "repaired"): Promise<House> {
	const root = await mkdtemp(join(tmpdir(), "webhand-gates-"));
	const files = houseOf(cases, form);
	for (const [file, text] of [...files, ["pnpm-workspace.yaml", workspaceOf(files)] as const]) {
		await mkdir(join(root, dirname(file)), { recursive: true });
		await writeFile(join(root, file), text);
	}
	for (const setting of [".biome.json", ".gitignore", "tsconfig.base.json"]) await cp(join(checkout, setting), join(root, setting));
	await link(root, files);
	return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
