import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "@webhand/testing/poll";
import { expect, test } from "vitest";
import { bootstrap, folder, options, root, start, testStack, useCopiedCheckout } from "../fixture/copied-checkout.ts";
import { isGone, processesOf } from "../fixture/processes.ts";
import { readyOf } from "../fixture/running-stack.ts";

useCopiedCheckout();

test("two at once take turns with the tools and then run side by side", async () => {
	const folders = ["one", "two"].map((name) => join(folder, name));
	const both = await Promise.all(folders.map((data) => bootstrap(["start", ...options, "--data", data])));
	const [one, two] = await Promise.all(folders.map((data) => readyOf({ data })));
	expect(one?.url).not.toBe(two?.url);
	const said = both.map((started) => /packages … (.*)/.exec(started.output())?.[1]).sort();
	expect(said).toEqual(["as in pnpm-lock.yaml", "installed as in pnpm-lock.yaml"]);
});

test("a second time nothing is fetched, and SIGTERM leaves nothing behind", async () => {
	const second = await bootstrap(["start", ...options]);
	await readyOf(testStack);
	expect(second.output()).toContain("packages … as in pnpm-lock.yaml");
	process.kill(second.pid, "SIGTERM");
	expect((await second.ended).code).toBe(0);
	expect(processesOf(testStack.data)).toEqual([]);
});

test("what is fetched is given up when nobody waits for it any more", async () => {
	const marker = join(folder, "pnpm-runs");
	const pnpm = realpathSync(join(root, ".runtime", "toolchain", "node_modules", ".bin", "pnpm"));
	renameSync(pnpm, `${pnpm}.kept`);
	writeFileSync(pnpm, `#!/bin/sh\n[ "$1" = -v ] && exit 0\necho $$ > "${marker}"\nexec sleep 60\n`, { mode: 0o755 });
	rmSync(join(root, ".runtime", "packages.sha256"));
	try {
		const npm = await start("npm", ["start", "--", ...options]);
		await poll(() => existsSync(marker) && readFileSync(marker, "utf8") !== "");
		await npm.kill();
		await poll(() => isGone(Number(readFileSync(marker, "utf8"))));
		await poll(() => !existsSync(join(root, ".runtime", "bootstrap.lock")));
	} finally {
		renameSync(`${pnpm}.kept`, pnpm);
	}
});
