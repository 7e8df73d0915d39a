import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Route, ServiceName } from "@webhand/contracts/routes";
import { gatewayPrefixes } from "@webhand/contracts/routes";
import { expect, test } from "vitest";
import { codeFiles } from "./source-files.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
const namesIn = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The part of the page under a heading, up to the next one. */
function sectionOf(heading: string): string {
	const [, ...rest] = page.split(`\n${heading}\n`);
	return rest.join("").split(/\n#{2,3} /)[0] ?? "";
}

/** The rows of a section's table, without its head. */
function rowsOf(heading: string): readonly (readonly string[])[] {
	const lines = sectionOf(heading).split("\n");
	const rows = lines.filter((line) => line.startsWith("| ")).map((line) => line.split("|").slice(1, -1));
	return rows.slice(2).map((cells) => cells.map((cell) => cell.trim()));
}

const foldersIn = (folder: string) =>
	readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${entry.name}/`] : []));

const apps = readdirSync(join(root, "apps"));

test.each(apps)("the folders of apps/%s are those of the tree", (app) => {
	const listed = rowsOf(`### \`apps/${app}\``).flatMap(([folders]) => namesIn(folders));
	expect(listed.toSorted()).toEqual(foldersIn(`apps/${app}/src`).toSorted());
});

test("the packages and their folders are those of the tree", () => {
	const listed = rowsOf("### Packages").map(([name, , folders]) => [namesIn(name)[0], namesIn(folders)]);
	const there = readdirSync(join(root, "packages")).map((name) => [name, foldersIn(`packages/${name}/src`)]);
	expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(there));
});

const pathsHeading = "## ARCH-PATHS Which path belongs to which service";

test("each prefix of the gateway stands at its service", () => {
	const listed = rowsOf(pathsHeading).flatMap(([service, prefixes]) => namesIn(prefixes).map((prefix) => `${service} ${prefix}`));
	expect(listed.toSorted()).toEqual(gatewayPrefixes.map(({ prefix, service }) => `${service} ${prefix}`).toSorted());
});

test("each prefix of a service's own port stands at it", async () => {
	const contracts = join(root, "packages", "contracts", "src");
	const files = globSync("**/*.ts", { cwd: contracts, exclude: ["**/*.test.ts"] });
	const modules: readonly Readonly<Record<string, unknown>>[] = await Promise.all(files.map((file) => import(join(contracts, file))));
	const internal = modules.flatMap((module) => Object.values(module)).filter(isInternal);
	const listed = rowsOf(pathsHeading).flatMap(([service, , own]) => namesIn(own).map((prefix) => `${service} ${prefix}`));
	expect(listed.toSorted()).toEqual([...new Set(internal.map(({ service, path }) => `${service} /${path.split("/")[1]}`))].toSorted());
});

function isInternal(value: unknown): value is Route {
	return typeof value === "object" && value !== null && "path" in value && "internal" in value && value.internal === true;
}

const databases: Readonly<Record<string, ServiceName>> = {
	webhand_auth: "auth",
	webhand_agent: "agent-api",
	webhand_knowledge: "knowledge-proxy",
	webhand_tools: "tool-runner",
};

/** `<service> <collection>` of each query, with the files that hold it. */
function collections(): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, readonly string[]>();
	const files = codeFiles(root).filter((file) => /^(apps|packages)\/[^/]+\/src\//.test(file) && !file.includes(".test."));
	for (const file of files) {
		const service = /^apps\/([^/]+)/.exec(file)?.[1] ?? (file.startsWith("packages/audit/") ? "tool-runner" : undefined);
		const text = readFileSync(join(root, file), "utf8");
		const named = [...text.matchAll(/\.collection(?:<[^(]*>)?\(\s*"([a-z_]+)"/g)].map(([, name = ""]) => name);
		const bucket = /bucketName = "(\w+)"/.exec(text)?.[1];
		const all = bucket === undefined ? named : [...named, `${bucket}.files`, `${bucket}.chunks`];
		for (const name of service === undefined ? [] : all) {
			const key = `${service} ${name}`;
			found.set(key, [...(found.get(key) ?? []), file]);
		}
	}
	return found;
}

test("each collection stands at its database, and its owner has a query of it", () => {
	const listed = rowsOf("## ARCH-DATA Collections and their owners").flatMap(([database = "", owner = "", names]) => {
		const service = databases[namesIn(database)[0] ?? ""];
		return namesIn(names).flatMap((name) => (name.includes("/") ? [] : [{ key: `${service} ${name}`, owner: namesIn(owner)[0] ?? "" }]));
	});
	const stored = collections();
	expect(listed.map(({ key }) => key).toSorted()).toEqual([...stored.keys()].toSorted());
	for (const { key, owner } of listed) {
		const folder = `apps/${key.split(" ")[0]}/src/${owner}`;
		const isOwned = stored.get(key)?.some((file) => file.startsWith(folder) || file.startsWith("packages/audit/"));
		expect(isOwned, `${folder} has no query of ${key}`).toBe(true);
	}
});

test("each key of Redis stands in the table", () => {
	const listed = rowsOf("## ARCH-REDIS Queues and keys").flatMap(([keys]) => namesIn(keys).map((key) => key.replace(/[<…].*$/, "")));
	const files = codeFiles(root).filter(
		(file) => /^(apps|packages)\/[^/]+\/src\//.test(file) && !/\.test\.|\/testing\/|\/bench\//.test(file),
	);
	const used = files.flatMap((file) =>
		[...readFileSync(join(root, file), "utf8").matchAll(/["`](wh:[a-z:]+)/g)].map(([, key = ""]) => key),
	);
	expect(used.filter((key) => !listed.some((start) => key.startsWith(start)))).toEqual([]);
});
