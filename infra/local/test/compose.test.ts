import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test as base, describe, expect } from "vitest";
import { z } from "zod";
import { cases, factsOf, files } from "./compose/cases.ts";
import { interpolate, parseEnv, readText, root } from "./compose/file.ts";
import * as rules from "./compose/rules.ts";

describe.for(cases)("$rule", ({ check, flaws }) => {
	base("as it is", () => {
		expect(check(factsOf(files))).toEqual([]);
	});

	base.for(flaws)("and not with $flaw", ({ change, found }) => {
		const changed = { ...files, ...change(files) };
		expect(changed).not.toEqual(files);
		expect(check(factsOf(changed)).join("\n")).toMatch(found);
	});
});

// Each of these starts programs of its own.
describe("the environment that make-env.mjs writes", { timeout: 15_000 }, () => {
	const test = base.extend("place", async ({ task: _task }, { onCleanup }) => {
		const folder = await mkdtemp(join(tmpdir(), "webhand-env-"));
		onCleanup(() => rm(folder, { recursive: true }));
		await mkdir(join(folder, "infra", "docker"), { recursive: true });
		await mkdir(join(folder, "apps", "extension"), { recursive: true });
		await writeFile(join(folder, "infra", "docker", "example.env"), files.env);
		await writeFile(join(folder, "apps", "extension", "manifest-key.txt"), readText("apps/extension/manifest-key.txt"));
		const run = (...args: readonly string[]) =>
			promisify(execFile)(process.execPath, [join(root, "infra/docker/make-env.mjs"), "--root", folder, ...args]).then(
				() => 0,
				(error: { code: number }) => error.code,
			);
		return { path: join(folder, ".env"), run, read: async () => parseEnv(await readFile(join(folder, ".env"), "utf8")) };
	});

	test("starts every service", async ({ place }) => {
		expect(await place.run()).toBe(0);
		const values = await place.read();
		for (const [name, settings] of Object.entries(rules.settings)) {
			const environment = factsOf(files).compose.services[name]?.environment ?? {};
			const filled = Object.entries(environment).map(([variable, value]) => [variable, interpolate(value, values)] as const);
			// A service takes an empty variable for an absent one.
			const parsed = settings.safeParse(Object.fromEntries(filled.filter(([, value]) => value !== "")));
			expect(parsed.error?.issues ?? []).toEqual([]);
		}
		expect(values["EXTENSION_IDS"]).toMatch(/^[a-p]{32}$/);
		expect((await stat(place.path)).mode & 0o777).toBe(0o600);
	});

	test("holds other secrets each time, and is never written over", async ({ place }) => {
		await place.run();
		const first = await place.read();
		expect(await place.run()).toBe(1);
		expect(await place.read()).toEqual(first);
		await rm(place.path);
		await place.run();
		expect((await place.read())["KEY_ENCRYPTION_KEY"]).not.toBe(first["KEY_ENCRYPTION_KEY"]);
	});

	test("takes a name of one's own and refuses what is none", async ({ place }) => {
		expect(await place.run("--site", "not a host")).toBe(2);
		expect(await place.run("--sites", "agent.example.com")).toBe(2);
		expect(await place.run("--site", "agent.example.com")).toBe(0);
		const own = { SITE_ADDRESS: "agent.example.com", PUBLIC_URL: "https://agent.example.com", COMPOSE_PROFILES: "tls" };
		expect(await place.read()).toMatchObject(own);
	});

	test("without it Compose stops with the command to run", () => {
		expect(() => interpolate(files.text, {})).toThrow("run node infra/docker/make-env.mjs");
	});
});

describe("the tool-runner's system call profile", () => {
	const profile = z
		.object({
			defaultAction: z.string(),
			syscalls: z.array(z.object({ names: z.array(z.string()), action: z.string(), args: z.array(z.unknown()).optional() })),
		})
		.parse(JSON.parse(readText("infra/docker/tool-runner-seccomp.json")));
	const allowed = new Set(profile.syscalls.filter(({ args }) => args === undefined).flatMap(({ names }) => names));

	base("refuses what it does not name", () => {
		expect(profile.defaultAction).toBe("SCMP_ACT_ERRNO");
		expect(profile.syscalls.every(({ action }) => action === "SCMP_ACT_ALLOW")).toBe(true);
	});

	base.for([
		"unshare",
		"clone",
		"clone3",
		"mount",
		"umount2",
		"pivot_root",
		"sethostname",
		"seccomp",
		"prctl",
		"execve",
		"openat2",
		"epoll_pwait",
	])("allows %s, which the sandbox or Node needs", (name) => {
		expect(allowed).toContain(name);
	});

	base.for([
		"ptrace",
		"process_vm_readv",
		"bpf",
		"perf_event_open",
		"userfaultfd",
		"keyctl",
		"init_module",
		"kexec_load",
		"open_by_handle_at",
		"reboot",
		"swapon",
		"setns",
		"io_uring_setup",
		"personality",
		"clock_settime",
	])("refuses %s", (name) => {
		expect(allowed).not.toContain(name);
	});
});

base("the image is built with the versions of the house", () => {
	const Manifest = z.looseObject({ devEngines: z.looseObject({ packageManager: z.looseObject({ version: z.string() }) }) });
	const { devEngines } = Manifest.parse(JSON.parse(readText("package.json")));
	expect(files.dockerfile).toContain(`pnpm@${devEngines.packageManager.version}`);
	const images = [...files.dockerfile.matchAll(/^FROM (node:\S+)/gm)].map(([, image]) => image);
	expect(images).toEqual(["node:24-bookworm-slim", "node:24-bookworm-slim"]);
});
