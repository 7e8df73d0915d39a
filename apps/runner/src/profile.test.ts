import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ProfileInUse, takeProfile } from "./profile.ts";

test("one runner has a profile; another one is refused by name until the first has ended, in whatever way", async ({ onTestFinished }) => {
	const folder = mkdtempSync(join(tmpdir(), "webhand-runner-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const hold = `const { takeProfile } = await import(${JSON.stringify(join(import.meta.dirname, "profile.ts"))});
		takeProfile(${JSON.stringify(folder)}); console.log("has it"); setInterval(() => {}, 1000);`;
	const other = spawn(process.execPath, ["--input-type=module", "--eval", hold], { stdio: ["ignore", "pipe", "inherit"] });
	onTestFinished(() => void other.kill("SIGKILL"));
	await once(other.stdout, "data");
	expect(() => takeProfile(folder)).toThrow(ProfileInUse);
	expect(() => takeProfile(folder)).toThrow(`Another runner uses the profile ${folder}`);
	other.kill("SIGKILL");
	await once(other, "exit");
	mkdirSync(join(folder, "chromium"));
	symlinkSync("gone-host-1", join(folder, "chromium", "SingletonLock"));
	const giveBack = takeProfile(folder);
	expect(existsSync(join(folder, "chromium", "SingletonLock"))).toBe(false);
	giveBack();
	takeProfile(folder)();
});
