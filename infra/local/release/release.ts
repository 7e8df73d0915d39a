import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { places } from "../chart/render.ts";
import type { parseReleaseOptions } from "../options.mjs";
import type { Commit } from "./notes.ts";
import { notesOf, problemOfNext, sectionOf, withRelease } from "./notes.ts";
import { builtZip } from "./pack.ts";
import { forStore } from "./zip.ts";

/** Runs a program in the checkout. @returns its exit code, -1 where it is not there, and what it printed */
export type Run = (program: string, args: readonly string[]) => { readonly code: number; readonly output: string };

/** A release of the checkout. */
export type ReleaseCall = {
	readonly root: string;
	readonly options: ReturnType<typeof parseReleaseOptions>;
	readonly today: string;
	readonly run: Run;
	/** The program of Helm, where there is one. */
	readonly helm: string | undefined;
	readonly print: (line: string) => void;
};

const programs = { pnpm: ["node", ["infra/local/bootstrap.mjs", "pnpm"]] } as const;
const images = ["auth", "agent-api", "knowledge-proxy", "tool-runner", "runner"];

/**
 * `npm run release -- X.Y.Z`: checks, sets the version everywhere, writes the notes, builds what can be built here, commits and tags. Nothing is
 * pushed. With `--dry-run` it says all that and writes nothing.
 *
 * @returns the exit code: 0 done, 1 refused or failed
 * @throws never
 */
export function runRelease(call: ReleaseCall): number {
	const { root, options, today, print } = call;
	const { version, isDry, skipsTests } = options;
	let hasWritten = false;
	try {
		const last = lastTag(call);
		const problems = problemsOf(call, last);
		for (const problem of problems) print(`Not now: ${problem}`);
		if (problems.length > 0 && !isDry) return 1;
		const notes = last === undefined ? "" : notesOf(commitsSince(call, last));
		const changelog = withRelease(readFileSync(join(root, "CHANGELOG.md"), "utf8"), { version, date: today, notes });
		const files = versionFiles(root);
		if (isDry) {
			print(`Would run: npm run verify${skipsTests ? "" : ", npm test"}, npm run build${hasChart(root) ? ", npm run chart" : ""}`);
			for (const file of ["CHANGELOG.md", ...files, ...(hasChart(root) ? [`${places.rendered}/*`] : [])]) print(`Would write ${file}`);
			for (const line of artefactsOf(call)) print(line);
			print(`Would commit "chore(release): ${version}" and tag v${version}\n\n${sectionOf(changelog, version) ?? ""}`);
			return problems.length > 0 ? 1 : 0;
		}
		must(call, "npm", ["run", "verify"]);
		if (!skipsTests) must(call, "npm", ["test"]);
		for (const file of files) writeFileSync(join(root, file), withVersion(file, readFileSync(join(root, file), "utf8"), version));
		writeFileSync(join(root, "CHANGELOG.md"), changelog);
		hasWritten = true;
		// The renderings name the version of the chart.
		if (hasChart(root)) must(call, "npm", ["run", "chart"]);
		must(call, "npm", ["run", "build"]);
		build(call);
		must(call, "git", ["add", "--all"]);
		must(call, "git", ["commit", "--quiet", "--message", `chore(release): ${version}`]);
		must(call, "git", [
			"tag",
			"--annotate",
			`v${version}`,
			"--cleanup=verbatim",
			"--message",
			`${version}\n\n${sectionOf(changelog, version) ?? ""}`,
		]);
		print(`Webhand ${version} is committed and tagged here, its files are in ${options.to}. Push it: git push --follow-tags`);
		return 0;
	} catch (cause) {
		print(cause instanceof Error ? cause.message : String(cause));
		if (hasWritten) print("Nothing is tagged. git restore . takes the version back.");
		return 1;
	}
}

function problemsOf(call: ReleaseCall, last: string | undefined): readonly string[] {
	const { version } = call.options;
	const isTagged = call.run("git", ["rev-parse", "--quiet", "--verify", `refs/tags/v${version}`]).code === 0;
	const changed = ask(call, ["status", "--porcelain"]).split("\n").filter(Boolean);
	const problem = isTagged ? `v${version} is there already` : problemOfNext(version, last);
	return [
		...(problem === undefined ? [] : [problem]),
		...(hasChart(call.root) && call.helm === undefined
			? ["Helm is missing, which renders the chart and packages it: install Helm 3.16 or newer or Go, or name it by HELM_BIN"]
			: []),
		...(changed.length === 0 ? [] : [`${changed.length} files are not committed, such as ${changed[0]?.slice(3)}`]),
	];
}

/** The version of the newest tag on the way here. */
function lastTag(call: ReleaseCall): string | undefined {
	const { code, output } = call.run("git", ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]);
	return code === 0 ? output.trim().slice(1) : undefined;
}

function commitsSince(call: ReleaseCall, last: string): readonly Commit[] {
	const log = ask(call, ["log", "--no-merges", "--format=%s%x1f%b%x1e", `v${last}..HEAD`]);
	return log.split("\x1e").flatMap((entry) => {
		const [subject = "", body = ""] = entry.trim().split("\x1f");
		return subject === "" ? [] : [{ subject, body }];
	});
}

/** Every file that says the version of the repository. */
function versionFiles(root: string): readonly string[] {
	const found = globSync(["package.json", "{apps,packages}/*/package.json", "infra/local/package.json", `${places.chart}/Chart.yaml`], {
		cwd: root,
		exclude: (path) => path.includes("node_modules"),
	});
	return [...found.toSorted(), ...["packages/contracts/src/version.ts"].filter((file) => existsSync(join(root, file)))];
}

/** A file with another version. @throws Error for one that names none */
export function withVersion(file: string, text: string, version: string): string {
	const places = file.endsWith("Chart.yaml")
		? /^((?:appVersion|version): *"?)[\d.]+/gm
		: file.endsWith(".ts")
			? /(version = ")[\d.]+/g
			: /^( {2}"version": ")[\d.]+/gm;
	const changed = text.replaceAll(places, (_, before: string) => `${before}${version}`);
	if (!places.test(text)) throw new Error(`${file} names no version`);
	return changed;
}

/** What can be built here, and what cannot and why. */
function artefactsOf({ root, run, options }: ReleaseCall): readonly string[] {
	const packages = publishedPackages(root);
	return [
		"Would make the zips of the extension: for the store, unpacked and with trusted input",
		packages.length === 0 ? "No package is published: none is made" : `Would pack ${packages.join(", ")}`,
		hasChart(root) ? `Would package ${places.chart} as webhand-${options.version}.tgz` : "There is no chart: none is made",
		hasDocker(run) ? `Would build ${images.length} images` : "No Docker engine is there: no image is built",
	];
}

function build(call: ReleaseCall): void {
	const { root, options, print, run, helm } = call;
	const { version, to } = options;
	mkdirSync(to, { recursive: true });
	const output = join(root, "apps", "extension", ".output");
	for (const name of [`webhand-${version}.zip`, `webhand-${version}-trusted.zip`].filter((file) => existsSync(join(output, file))))
		copyFileSync(join(output, name), join(to, name));
	writeFileSync(join(to, `webhand-${version}-store.zip`), forStore(builtZip(root, version)).zip);
	for (const name of publishedPackages(root))
		must(call, programs.pnpm[0], [...programs.pnpm[1], "--filter", name, "pack", "--pack-destination", to]);
	if (hasChart(root) && helm !== undefined) must(call, helm, ["package", places.chart, "--destination", to]);
	if (hasDocker(run))
		for (const app of images) {
			const target = app === "tool-runner" || app === "runner" ? app : "service";
			must(call, "docker", [
				"build",
				"--file",
				"infra/docker/Dockerfile",
				"--target",
				target,
				"--build-arg",
				`APP=${app}`,
				"--tag",
				`webhand-${app}:${version}`,
				".",
			]);
		}
	else print("No Docker engine is there: images are not built");
	const sums = readdirSync(to).filter((name) => name !== "SHA256SUMS");
	writeFileSync(
		join(to, "SHA256SUMS"),
		sums
			.toSorted()
			.map(
				(name) =>
					`${createHash("sha256")
						.update(readFileSync(join(to, name)))
						.digest("hex")}  ${basename(name)}\n`,
			)
			.join(""),
	);
}

function publishedPackages(root: string): readonly string[] {
	return globSync("{apps,packages}/*/package.json", { cwd: root }).flatMap((file) => {
		const { name, private: isPrivate } = JSON.parse(readFileSync(join(root, file), "utf8"));
		return isPrivate === true ? [] : [String(name)];
	});
}

const hasChart = (root: string) => existsSync(join(root, places.chart, "Chart.yaml"));
const hasDocker = (run: Run) => run("docker", ["info"]).code === 0;

function ask(call: ReleaseCall, args: readonly string[]): string {
	return must(call, "git", args);
}

function must({ run }: ReleaseCall, program: string, args: readonly string[]): string {
	const { code, output } = run(program, args);
	if (code !== 0) throw new Error(`${program} ${args.slice(0, 3).join(" ")} failed: ${output.trim().split("\n").slice(-5).join("\n")}`);
	return output;
}

/** Runs programs for real. @param root of the checkout */
export const runIn =
	(root: string): Run =>
	(program, args) => {
		const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 64_000_000 });
		return { code: error === undefined ? (status ?? 1) : -1, output: `${stdout ?? ""}${status === 0 ? "" : (stderr ?? "")}` };
	};
