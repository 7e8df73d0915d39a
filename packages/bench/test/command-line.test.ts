import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const main = join(import.meta.dirname, "..", "src", "main.ts");

function bench(...args: readonly string[]) {
	const { status, stderr } = spawnSync(process.execPath, ["--conditions=@webhand/source", main, ...args], {
		encoding: "utf8",
		timeout: 60_000,
		killSignal: "SIGKILL",
	});
	return [status, stderr.split("\n")[0]];
}

test("an option of a benchmark that does not run is refused", () => {
	expect(bench("step", "--task", "click-button")).toEqual([2, "--task is an option of miniwob, which does not run here."]);
	expect(bench("step", "--transcript", "a.jsonl")).toEqual([
		2,
		"--transcript is an option of apps or real-model, which does not run here.",
	]);
	expect(bench("miniwob", "--only", "idle")).toEqual([
		2,
		"--only is an option of step or authority or routines or real-model, which does not run here.",
	]);
});

test("an application, an order or a decider that there is not is refused", () => {
	expect(bench("apps", "--app", "Redmine")).toEqual([2, "--app knows Roundup, Django admin, Fava, Calibre-Web, not “Redmine”"]);
	expect(bench("apps", "--by", "nobody")).toEqual([
		2,
		"--by knows “rules”, “scripted”, “browser-use”, “page-agent”, “scripted, careless”, “browser-use, careless”, “page-agent, careless”, “model”, not “nobody”",
	]);
	expect(bench("apps", "--order", "set state")).toEqual([2, "--order knows no “set state”"]);
	expect(bench("step", "--by", "rules")).toEqual([2, "--by is an option of apps, which does not run here."]);
});

test("a part that authority does not have is refused", () => {
	expect(bench("authority", "--only", "policy", "--only", "revokes")).toEqual([2, "There is no part “revokes”."]);
});
