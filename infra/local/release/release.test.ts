import { spawnSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, onTestFinished, test } from "vitest";
import { extensionId } from "../../docker/secrets.mjs";
import { hashOfChart, places } from "../chart/render.ts";
import { parsePackOptions, parseReleaseOptions } from "../options.mjs";
import { packCrx, readKey, updateManifest } from "./crx.ts";
import { notesOf, problemOfNext, sectionOf, withRelease } from "./notes.ts";
import { runPack } from "./pack.ts";
import type { Run } from "./release.ts";
import { runIn, runRelease, withVersion } from "./release.ts";
import { forStore } from "./zip.ts";

const pem = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const text = (value: string) => new TextEncoder().encode(value);
const extension = Buffer.from(
	zipSync({ "manifest.json": text(JSON.stringify({ name: "Webhand", key: "K", version: "1.2.3" })), "a.js": text("1") }),
);

function newCheckout(): string {
	const root = mkdtempSync(join(tmpdir(), "webhand release-"));
	onTestFinished(() => rmSync(root, { recursive: true }));
	const write = (file: string, content: string | Buffer) => {
		mkdirSync(join(root, file, ".."), { recursive: true });
		writeFileSync(join(root, file), content);
	};
	write("package.json", '{\n  "name": "webhand",\n  "version": "1.2.2",\n  "private": true\n}\n');
	write("apps/auth/package.json", '{\n  "name": "@webhand/auth",\n  "version": "1.2.2",\n  "private": true\n}\n');
	write("packages/contracts/src/version.ts", 'export const version = "1.2.2";\n');
	write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\nWhat people wrote.\n\n## 1.2.2 (2026-01-01)\n\nOld.\n");
	write("infra/helm/Chart.yaml", 'apiVersion: v2\nname: webhand\nversion: 1.2.2\nappVersion: "1.2.2"\n');
	write("infra/local/test/chart/rendered/chart.sha256", "that of 1.2.2\n");
	write(".gitignore", ".output\n.webhand\n");
	write("apps/extension/.output/webhand-1.2.3.zip", extension);
	return root;
}

describe("a CRX", () => {
	test("is signed as Chrome checks it: id, signature over header and zip", () => {
		const key = readKey(pem);
		const crx = packCrx(extension, key);
		expect(crx.subarray(0, 8)).toEqual(Buffer.from([0x43, 0x72, 0x32, 0x34, 3, 0, 0, 0]));
		const headerLength = crx.readUInt32LE(8);
		const header = crx.subarray(12, 12 + headerLength);
		expect(crx.subarray(12 + headerLength)).toEqual(extension);
		// The signed data stands last in the header: its id of 16 bytes in a field, that in the field 10000.
		const signedData = header.subarray(-18);
		const spki = createPublicKey(pem).export({ type: "spki", format: "der" });
		const at = header.indexOf(spki) + spki.length;
		// The field of the signature: its tag, its length as two bytes, its bytes.
		const signature = header.subarray(at + 3, at + 3 + 256);
		const size = Buffer.alloc(4);
		size.writeUInt32LE(signedData.length);
		const signed = Buffer.concat([Buffer.from("CRX3 SignedData\0"), size, signedData, extension]);
		expect(verify("sha256", signed, createPublicKey(pem), signature)).toBe(true);
		expect(key.id).toBe(extensionId(spki));
		expect(key.id).toMatch(/^[a-p]{32}$/);
	});

	test("needs an RSA key, and says how to make one", () => {
		const other = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
		for (const key of [other, "no key"]) expect(() => readKey(key)).toThrow(/^The key cannot be used: .*openssl genrsa/);
	});

	test("has an update manifest in which no address ends a quote", () => {
		expect(updateManifest({ id: "a".repeat(32), version: "1.2.3", codebase: 'https://a.example/?x="&y' })).toContain(
			'<updatecheck codebase="https://a.example/?x=&quot;&amp;y" version="1.2.3" />',
		);
	});
});

test("the zip for the store has no key, everything else, and is the same each time", () => {
	const { zip, manifest } = forStore(extension);
	expect(manifest).toEqual({ name: "Webhand", version: "1.2.3" });
	expect(Object.keys(unzipSync(zip)).sort()).toEqual(["a.js", "manifest.json"]);
	expect(forStore(extension).zip).toEqual(zip);
	expect(() => forStore(zipSync({ "a.js": text("1") }))).toThrow("no manifest.json");
});

test("npm run pack makes the store's zip, and with a key the CRX that names its updates", () => {
	const root = newCheckout();
	writeFileSync(join(root, "package.json"), '{ "version": "1.2.3" }');
	writeFileSync(join(root, "key.pem"), pem);
	const lines: string[] = [];
	const call = (args: readonly string[]) => runPack({ root, options: parsePackOptions(args, root), print: (line) => lines.push(line) });
	const to = join(root, ".webhand", "extension");
	expect(call([])).toBe(0);
	expect(readdirSync(to)).toEqual(["webhand-1.2.3-store.zip"]);
	expect(call(["--key", "key.pem", "--url", "https://agent.example.com"])).toBe(0);
	expect(readFileSync(join(to, "updates.xml"), "utf8")).toContain(`appid="${readKey(pem).id}"`);
	const crx = readFileSync(join(to, "webhand.crx"));
	const manifest = JSON.parse(new TextDecoder().decode(unzipSync(crx.subarray(12 + crx.readUInt32LE(8)))["manifest.json"]));
	expect(manifest).toMatchObject({ key: readKey(pem).publicKey, update_url: "https://agent.example.com/extension/updates.xml" });
	expect(lines.at(-1)).toContain(`${readKey(pem).id};https://agent.example.com/extension/updates.xml`);
	expect(call(["--key", "key.pem", "--files-url", "https://files.example.com/webhand/"])).toBe(0);
	expect(readFileSync(join(to, "updates.xml"), "utf8")).toContain('codebase="https://files.example.com/webhand/webhand.crx"');
	expect(lines.at(-1)).toContain(`${readKey(pem).id};https://files.example.com/webhand/updates.xml`);
	rmSync(join(root, "apps"), { recursive: true });
	expect(call([])).toBe(1);
	expect(lines.at(-1)).toContain("Build it first: npm run build");
	expect(() => parsePackOptions(["--key", "key.pem"], root)).toThrow("stand together");
	expect(() => parsePackOptions(["--key", "k", "--url", "agent"], root)).toThrow("--url is an address");
	expect(() => parsePackOptions(["--key", "k", "--files-url", "files"], root)).toThrow("--files-url is an address");
	expect(() => parsePackOptions(["--key", "k", "--url", "https://a.example", "--files-url", "https://b.example"], root)).toThrow(
		"name one",
	);
});

describe("notes", () => {
	test("tell what is new, mended and faster, and first what breaks; the rest is for developers", () => {
		const commits = ["feat(panel): show lists", "fix: keep it", "perf(page): read faster", "docs: say it", "test(x): y", "no type"].map(
			(subject) => ({ subject, body: "" }),
		);
		expect(notesOf([...commits, { subject: "feat(api)!: drop the old route", body: "BREAKING CHANGE: call the new one" }])).toBe(
			"### Before you upgrade\n\n- call the new one\n\n### New\n\n- panel: show lists\n- api: drop the old route\n\n### Mended\n\n- keep it\n\n### Faster\n\n- page: read faster",
		);
		expect(notesOf([{ subject: "docs: say it", body: "" }])).toBe("");
	});

	test("stand behind what people wrote, under the version and its day; other sections stay", () => {
		const before = "# Changelog\n\n## 0.1.0 (unreleased)\n\nWritten.\n\n## 0.0.9 (2026-01-01)\n\nOld.\n";
		const after = withRelease(before, { version: "0.1.0", date: "2026-11-30", notes: "### New\n\n- a" });
		expect(after).toBe("# Changelog\n\n## 0.1.0 (2026-11-30)\n\nWritten.\n\n### New\n\n- a\n\n## 0.0.9 (2026-01-01)\n\nOld.\n");
		expect(sectionOf(after, "0.1.0")).toBe("Written.\n\n### New\n\n- a");
		expect(sectionOf(after, "0.1")).toBeUndefined();
		const next = withRelease(after, { version: "0.2.0", date: "2026-12-01", notes: "### New\n\n- b" });
		expect(sectionOf(next, "0.2.0")).toBe("### New\n\n- b");
		expect(sectionOf(next, "0.1.0")).toBe(sectionOf(after, "0.1.0"));
	});

	test.each([
		["1.2.3", "1.2.2", true],
		["1.10.0", "1.9.9", true],
		["1.2.2", "1.2.2", false],
		["1.1.9", "1.2.0", false],
		["2.0.0", "1.9.9", true],
		["1.2", "1.0.0", false],
		["0.1.0", undefined, true],
	])("%s behind %s: %s", (version, released, isFine) => {
		expect(problemOfNext(version, released) === undefined).toBe(isFine);
	});
});

test("a version is set in packages, charts and code, and in nothing that looks like it", () => {
	expect(withVersion("package.json", '{\n  "version": "1.2.2",\n  "x": { "version": "9" }\n}', "1.2.3")).toBe(
		'{\n  "version": "1.2.3",\n  "x": { "version": "9" }\n}',
	);
	expect(withVersion("infra/helm/Chart.yaml", 'version: 1.2.2\nappVersion: "1.2.2"\nkubeVersion: ">=1.29.0"\n', "1.2.3")).toBe(
		'version: 1.2.3\nappVersion: "1.2.3"\nkubeVersion: ">=1.29.0"\n',
	);
	expect(() => withVersion("package.json", "{}", "1.2.3")).toThrow("package.json names no version");
});

describe("npm run release", () => {
	/** A repository whose last release is 1.2.2, with one commit behind it. Builds and tests are noted, not run. */
	function newRepository() {
		const root = newCheckout();
		const git = (...args: readonly string[]) => {
			const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
			if (status !== 0) throw new Error(stderr);
			return stdout.trim();
		};
		git("init", "--quiet");
		for (const [name, value] of [
			["user.name", "Test"],
			["user.email", "test@example.com"],
			["commit.gpgsign", "false"],
			["tag.gpgsign", "false"],
		] as const)
			git("config", name, value);
		const commit = (subject: string) => {
			git("add", "--all");
			git("commit", "--quiet", "--allow-empty", "--message", subject);
		};
		commit("feat: begin");
		git("tag", "v1.2.2");
		commit("fix(panel): show the end");
		const ran: string[] = [];
		const real = runIn(root);
		const run: Run = (program, args) => {
			if (program === "git") return real(program, args);
			ran.push([program, ...args].join(" "));
			if (args[1] === "chart") writeFileSync(join(root, places.rendered, "chart.sha256"), hashOfChart(root));
			if (args[0] === "package") writeFileSync(join(String(args.at(-1)), "webhand-1.2.3.tgz"), "");
			return { code: program === "npm" || program === "/bin/helm" ? 0 : -1, output: "" };
		};
		const lines: string[] = [];
		const releaseWith = (helm: string | undefined, ...args: readonly string[]) =>
			runRelease({ root, options: parseReleaseOptions(args, root), today: "2026-11-30", run, helm, print: (line) => lines.push(line) });
		const release = (...args: readonly string[]) => releaseWith("/bin/helm", ...args);
		return { root, git, ran, lines, release, releaseWith };
	}

	test("as a dry run says all of it and writes nothing", () => {
		const { git, ran, lines, release } = newRepository();
		const head = git("rev-parse", "HEAD");
		expect(release("1.2.3", "--dry-run")).toBe(0);
		expect(git("status", "--porcelain")).toBe("");
		expect([git("rev-parse", "HEAD"), git("tag")]).toEqual([head, "v1.2.2"]);
		expect(ran.filter((line) => line.startsWith("npm"))).toEqual([]);
		const said = lines.join("\n");
		for (const part of [
			"Would write apps/auth/package.json",
			"Would write packages/contracts/src/version.ts",
			"npm test",
			"- panel: show the end",
			"What people wrote.",
			"npm run build, npm run chart",
			"Would write infra/helm/Chart.yaml",
			"Would write infra/local/test/chart/rendered/*",
			"Would package infra/helm as webhand-1.2.3.tgz",
			"No Docker engine is there",
		])
			expect(said).toContain(part);
	});

	test("checks, sets versions, builds, writes notes, commits and tags", () => {
		const { root, git, ran, lines, release } = newRepository();
		expect(release("1.2.3"), lines.join("\n")).toBe(0);
		expect(ran.filter((line) => line.startsWith("npm"))).toEqual(["npm run verify", "npm test", "npm run chart", "npm run build"]);
		expect(git("show", "HEAD:infra/helm/Chart.yaml")).toContain('version: 1.2.3\nappVersion: "1.2.3"');
		// npm test of the tagged commit compares this with the chart.
		expect(git("show", `HEAD:${places.rendered}/chart.sha256`)).toBe(hashOfChart(root));
		expect(git("show", "HEAD:apps/auth/package.json")).toContain('"version": "1.2.3"');
		expect(git("show", "HEAD:packages/contracts/src/version.ts")).toBe('export const version = "1.2.3";');
		expect(git("show", "HEAD:CHANGELOG.md")).toContain(
			"## 1.2.3 (2026-11-30)\n\nWhat people wrote.\n\n### Mended\n\n- panel: show the end\n\n## 1.2.2",
		);
		expect(git("log", "-1", "--format=%s")).toBe("chore(release): 1.2.3");
		expect(git("tag", "--list", "v1.2.3", "--format=%(contents)")).toContain("### Mended");
		expect(git("status", "--porcelain")).toBe("");
		const files = readdirSync(join(root, ".webhand", "releases", "1.2.3"));
		expect(files.sort()).toEqual(["SHA256SUMS", "webhand-1.2.3-store.zip", "webhand-1.2.3.tgz", "webhand-1.2.3.zip"]);
		expect(release("1.2.3")).toBe(1);
		expect(lines.at(-1)).toBe("Not now: v1.2.3 is there already");
	});

	test("refuses a tree with changes, an old version and a chart without Helm, and has changed nothing then", () => {
		const { root, git, lines, release, releaseWith } = newRepository();
		expect(releaseWith(undefined, "1.2.3")).toBe(1);
		expect(lines.at(-1)).toContain("Not now: Helm is missing");
		expect(release("1.2.1")).toBe(1);
		expect(lines.at(-1)).toBe("Not now: 1.2.1 is not above 1.2.2, which is out");
		writeFileSync(join(root, "new.txt"), "");
		expect(release("1.2.3")).toBe(1);
		expect(lines.at(-1)).toBe("Not now: 1 files are not committed, such as new.txt");
		expect(git("tag")).toBe("v1.2.2");
		expect(() => parseReleaseOptions(["1.2"], root)).toThrow("name one version, such as 1.2.3");
	});
});
