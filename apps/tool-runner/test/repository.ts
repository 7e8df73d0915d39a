import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import type { StoredWorkspace } from "../src/workspaces/store.ts";
import type { TestWorkspace } from "./runner.ts";
import { test as base } from "./runner.ts";

const execute = promisify(execFile);

/** A workspace that is a git repository; `git` runs git on this host, unhardened, as the owner of the workspace. */
export type TestRepository = TestWorkspace & {
	readonly git: (...args: string[]) => Promise<string>;
	readonly sh: (script: string) => Promise<string>;
};

export const author = { name: "Ann Lee", email: "ann@example.org" } as const;

/** `repository()` makes a workspace with a repository of one commit, and then does what `script` says, in sh. */
export const test = base.extend("repository", { scope: "file" }, ({ runner }) => {
	return async (script = "", wish: Partial<StoredWorkspace> = {}): Promise<TestRepository> => {
		const workspace = await runner.workspace({ gitState: "trusted", ...wish });
		const { uid, gid } = await stat(workspace.path);
		const env = {
			PATH: "/usr/bin:/bin",
			HOME: "/nonexistent",
			GIT_CONFIG_NOSYSTEM: "1",
			GIT_AUTHOR_NAME: "Bo",
			GIT_AUTHOR_EMAIL: "bo@example.org",
			GIT_COMMITTER_NAME: "Bo",
			GIT_COMMITTER_EMAIL: "bo@example.org",
			GIT_AUTHOR_DATE: "2026-01-02T03:04:05+01:00",
			GIT_COMMITTER_DATE: "2026-01-02T03:04:05+01:00",
		};
		const options = { cwd: workspace.path, uid, gid, env, maxBuffer: 67_108_864 };
		const git = async (...args: string[]) => (await execute("git", args, options)).stdout;
		const sh = async (text: string) => (await execute("/bin/sh", ["-ec", text], options)).stdout;
		await sh("git init -q -b main . && echo one > a.txt && git add . && git commit -q -m first");
		if (script !== "") await sh(script);
		return { ...workspace, git, sh };
	};
});
