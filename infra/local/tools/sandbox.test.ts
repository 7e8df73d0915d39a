import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine } from "../test/fixture/machine.ts";
import { find, get, probe } from "./sandbox.mjs";

const setting = (machine: FakeMachine, name: string, value: string) => {
	const path = join(machine.system, "proc", "sys", name);
	mkdirSync(join(path, ".."), { recursive: true });
	writeFileSync(path, `${value}\n`);
};

test("bubblewrap and git come from /usr/bin, else from PATH, else from apt", async () => {
	const machine = fakeMachine();
	const asked: (readonly string[])[] = [];
	const bare = await get(machine, async (_who, packages) => {
		asked.push(packages);
		return "only root may install packages";
	});
	expect(asked).toEqual([["bubblewrap", "git"]]);
	expect(await probe({ ...machine, isRoot: false }, bare)).toEqual({
		reason: "bubblewrap is not installed (only root may install packages)",
		install: "sudo apt-get install -y --no-install-recommends bubblewrap git",
	});
	const bwrap = machine.script("bwrap", "");
	const git = machine.script("git", "");
	expect(find(machine)).toEqual({ bwrap, git });
	const system = join(machine.system, "usr", "bin");
	mkdirSync(system, { recursive: true });
	writeFileSync(join(system, "bwrap"), "", { mode: 0o755 });
	expect(find(machine).bwrap).toBe(join(system, "bwrap"));
});

test("the probe opens the namespaces that are really used", async () => {
	const machine = fakeMachine();
	machine.script("bwrap", "");
	machine.script("git", "");
	expect(await probe(machine, { ...find(machine), refused: "" })).toBeUndefined();
	expect(machine.calls()).toEqual(["bwrap --unshare-all --die-with-parent --ro-bind / / --proc /proc --dev /dev true"]);
});

test("the reason why a sandbox does not open is named", async () => {
	const failing = (text: string) => {
		const machine = fakeMachine();
		machine.script("bwrap", `echo 'bwrap: ${text}' >&2; exit 1`);
		machine.script("git", "");
		return machine;
	};
	const reasonOf = async (machine: FakeMachine) => (await probe(machine, { ...find(machine), refused: "" }))?.reason;
	const off = failing("No permissions to create new namespace");
	setting(off, "user/max_user_namespaces", "0");
	expect(await reasonOf(off)).toContain("user namespaces are off");
	const ubuntu = failing("setting up uid map: Permission denied");
	setting(ubuntu, "kernel/apparmor_restrict_unprivileged_userns", "1");
	expect(await reasonOf(ubuntu)).toContain("AppArmor");
	expect(await reasonOf(failing("Cannot mount proc on /newroot/proc: Operation not permitted"))).toContain("/proc is masked");
	expect(await reasonOf(failing("something new"))).toBe("bubblewrap cannot open a sandbox: bwrap: something new");
});

test("away from Linux there is no sandbox, and nothing is asked for", async () => {
	for (const platform of ["darwin", "win32"] as const) {
		const machine = fakeMachine({ platform, glibc: false, apt: false });
		const asked: (readonly string[])[] = [];
		const found = await get(machine, async (_who, packages) => {
			asked.push(packages);
			return "";
		});
		expect(asked).toEqual([[]]);
		expect(await probe(machine, found)).toEqual({ reason: "the sandbox needs Linux", install: "" });
	}
});
