import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine } from "../test/fixture/machine.ts";
import { find, get, identity, probe } from "./chromium.mjs";

const shows = "echo '<p>probe-42</p>'";
const noApt = (_who: string, packages: readonly string[]) => Promise.resolve(packages.length === 0 ? "" : "only root may install packages");

function put(path: string, body: string): string {
	mkdirSync(join(path, ".."), { recursive: true });
	writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
	return path;
}

/** `playwright install` as it ends without network, unless `body` says otherwise. */
function meansOf(
	machine: FakeMachine,
	ask: (who: string, packages: readonly string[]) => Promise<string>,
	body = "echo 'Error: Download failed' >&2; exit 1",
) {
	const node = machine.script("fake-node", body);
	return { ask, toolchain: Promise.resolve({ node, pnpm: "", version: "", env: machine.env }) };
}

test("a browser is the one that is named, else one on PATH, in its known places or fetched before", () => {
	const machine = fakeMachine();
	expect(find(machine)).toEqual([]);
	const fetched = put(join(machine.runtime, "browsers", "chromium-1200", "chrome-linux64", "chrome"), shows);
	const place = put(join(machine.system, "usr", "lib", "chromium", "chromium"), shows);
	const onPath = machine.script("chromium", shows);
	expect(find(machine)).toEqual([onPath, place, fetched]);
	expect(find({ ...machine, env: { ...machine.env, CHROMIUM_BIN: "/own/chromium" } })).toEqual(["/own/chromium"]);
	const mac = fakeMachine({ platform: "darwin", glibc: false });
	const app = put(join(mac.system, "Applications/Chromium.app/Contents/MacOS/Chromium"), shows);
	expect(find(mac)).toEqual([app]);
});

test("only a browser that shows a page with a script counts, and the probe leaves nothing behind", async () => {
	const machine = fakeMachine();
	expect(await probe(machine, machine.script("chromium", shows))).toBe("");
	expect(machine.calls()[0]).toMatch(/--headless=new .*--no-sandbox .*--dump-dom file:/);
	expect(await probe({ ...machine, isRoot: false }, machine.script("chromium", shows))).toBe("");
	expect(machine.calls()[1]).not.toContain("--no-sandbox");
	expect(await probe(machine, machine.script("snap", "echo '<html></html>'"))).toContain("no script ran");
	expect(await probe(machine, machine.script("broken", "echo 'libnss3.so: cannot open' >&2; exit 127"))).toContain("libnss3.so");
	expect(await probe(machine, "/nowhere/chromium")).toContain("does not exist");
	expect(readdirSync(machine.runtime)).toEqual([]);
});

test("Google Chrome is not taken, since it ignores --load-extension; Chrome for Testing is", async () => {
	const machine = fakeMachine();
	const chrome = put(join(machine.system, "opt", "google", "chrome", "google-chrome"), shows);
	symlinkSync(chrome, join(String(machine.env["PATH"]), "chromium"));
	expect(await probe(machine, join(String(machine.env["PATH"]), "chromium"))).toContain("is Google Chrome");
	const testing = put(
		join(machine.system, "Applications", "Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing"),
		shows,
	);
	expect(await probe(machine, testing)).toBe("");
});

test("playwright's download is tried first, then Debian's package, then it is unavailable with the command that installs it", async () => {
	const byPlaywright = fakeMachine();
	const target = join(byPlaywright.runtime, "browsers", "chromium-1", "chrome-linux64", "chrome");
	const download = `/bin/mkdir -p "$(/usr/bin/dirname '${target}')"; printf '#!/bin/sh\\n${shows.replaceAll("'", "")}\\n' > '${target}'; /bin/chmod 755 '${target}'`;
	const asked: (readonly string[])[] = [];
	const record = async (_who: string, packages: readonly string[]) => {
		asked.push(packages);
		return "";
	};
	const script = download.replace("echo <p>probe-42</p>", "echo probe-42");
	expect(await get(byPlaywright, meansOf(byPlaywright, record, script))).toEqual({ file: target });
	expect(byPlaywright.calls()[0]).toMatch(/^fake-node .*playwright-core\/cli\.js install --no-shell chromium$/);
	expect(asked).toEqual([[]]);

	const byApt = fakeMachine();
	const install = async () => {
		byApt.script("chromium", shows);
		return "";
	};
	expect(await get(byApt, meansOf(byApt, install))).toEqual({ file: join(String(byApt.env["PATH"]), "chromium") });

	const user = fakeMachine({ isRoot: false });
	expect(await get(user, meansOf(user, noApt))).toEqual({
		reason: "playwright: Error: Download failed; only root may install packages",
		install: "sudo apt-get install -y --no-install-recommends chromium",
	});
});

test("a browser that was named and does not work is not replaced by another one", async () => {
	const machine = fakeMachine();
	machine.script("chromium", shows);
	const own = { ...machine, env: { ...machine.env, CHROMIUM_BIN: "/nowhere/chromium" } };
	expect(await get(own, meansOf(machine, noApt))).toEqual({
		reason: "CHROMIUM_BIN cannot be used: /nowhere/chromium does not exist",
		install: "",
	});
	expect(machine.calls()).toEqual([]);
});

test("as root on Ubuntu playwright brings the libraries as well", async () => {
	const machine = fakeMachine();
	put(join(machine.system, "etc", "lsb-release"), "");
	await get(machine, meansOf(machine, noApt));
	expect(machine.calls()[0]).toContain("install --with-deps --no-shell chromium");
});

test("a browser that was replaced has another identity", () => {
	const machine = fakeMachine();
	const before = identity(machine.script("chromium", shows));
	expect(before).not.toBe("");
	expect(identity(machine.script("chromium", `${shows}; true`))).not.toBe(before);
	expect(identity("/nowhere")).toBe("");
});
