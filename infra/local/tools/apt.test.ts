import { expect, test } from "vitest";
import { fakeMachine } from "../test/fixture/machine.ts";
import { aptCommand, createApt } from "./apt.mjs";

const install = (calls: readonly string[]) => calls.filter((call) => call.includes(" install "));

test("what everybody wants goes into one call, made when the last one has said so", async () => {
	const machine = fakeMachine();
	machine.script("apt-get", "");
	const ask = createApt(machine, ["pip", "sandbox", "browser"]);
	const wants = [ask("sandbox", ["bubblewrap", "git"]), ask("pip", [])];
	expect(machine.calls()).toEqual([]);
	wants.push(ask("browser", ["chromium"]));
	expect(await Promise.all(wants)).toEqual(["", "", ""]);
	expect(machine.calls()[0]).toMatch(/^apt-get update/);
	expect(install(machine.calls())).toEqual([
		"apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=60 bubblewrap git chromium",
	]);
});

test("what turns out later goes into a call of its own", async () => {
	const machine = fakeMachine();
	machine.script("apt-get", "");
	const ask = createApt(machine, ["sandbox"]);
	const later = ask("mongod", ["libcurl4"]);
	await ask("sandbox", ["git"]);
	expect(await later).toBe("");
	expect(install(machine.calls()).map((call) => call.split(" ").at(-1))).toEqual(["git", "libcurl4"]);
});

test("nobody wants anything: apt is not called", async () => {
	const machine = fakeMachine();
	machine.script("apt-get", "");
	const ask = createApt(machine, ["sandbox", "browser"]);
	expect(await Promise.all([ask("sandbox", []), ask("browser", [])])).toEqual(["", ""]);
	expect(machine.calls()).toEqual([]);
});

test("only root installs, and only where there is apt; otherwise there is a reason", async () => {
	const user = fakeMachine({ isRoot: false });
	user.script("apt-get", "");
	expect(await createApt(user, ["sandbox"])("sandbox", ["git"])).toBe("only root may install packages");
	const other = fakeMachine({ apt: false });
	expect(await createApt(other, ["sandbox"])("sandbox", ["git"])).toBe("this system has no apt");
	expect(user.calls()).toEqual([]);
	expect(aptCommand(user, ["git"])).toBe("sudo apt-get install -y --no-install-recommends git");
	expect(aptCommand(fakeMachine(), ["git"])).toBe("apt-get install -y --no-install-recommends git");
});

test("an old list of packages is good enough, a failed installation says what apt said", async () => {
	const machine = fakeMachine();
	machine.script("apt-get", '[ "$1" = install ]');
	expect(await createApt(machine, ["sandbox"])("sandbox", ["git"])).toBe("");
	machine.script("apt-get", "echo 'E: Unable to locate package' >&2; exit 100");
	expect(await createApt(machine, ["sandbox"])("sandbox", ["git"])).toContain("E: Unable to locate package");
});
