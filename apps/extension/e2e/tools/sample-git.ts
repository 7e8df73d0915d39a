import type { Replies } from "../console/scripted-api.ts";
import { addDiff, at } from "./sample-files.ts";

const oid = "4f5c2b1a9d8e7f60514233241506a7b8c9d0e1f2";

const commit = (letter: string, subject: string, name: string) => ({
	oid: letter.repeat(40),
	parents: [],
	author: { name, email: `${name.toLowerCase().split(" ")[0]}@webhand.local` },
	date: at,
	subject,
	body: "",
});

const status = { branch: "main", oid, upstream: "origin/main", ahead: 1, behind: 0, clean: false, truncated: false };

const shared: Replies = {
	"GET /api/v1/agent/git/log": {
		commits: [
			commit("a", "Show the price of each kettle with its currency, also where a site has none", "Ada Lovelace"),
			commit("b", "Start the shop", "Grace Hopper"),
		],
	},
	"GET /api/v1/agent/git/diff": { files: [addDiff], patch: "", truncated: false },
	"POST /api/v1/agent/git/add": { staged: ["src/add.js"] },
	"POST /api/v1/agent/git/commit": { oid, subject: "Add", files: 2 },
};

/** The state of the repository, by name. */
export const gitStates = {
	changed: {
		...shared,
		"GET /api/v1/agent/git/status": {
			...status,
			entries: [
				{ path: "src/add.js", index: "M", worktree: "M", kind: "ordinary" },
				{ path: "docs/guide.md", origPath: "docs/how-to.md", index: "R", worktree: ".", kind: "renamed" },
				{ path: "src/a folder with a long name/and a file with a long name too.js", index: ".", worktree: "D", kind: "ordinary" },
				{ path: "notes.txt", index: "?", worktree: "?", kind: "untracked" },
			],
		},
	},
	clean: { ...shared, "GET /api/v1/agent/git/status": { ...status, clean: true, entries: [] } },
} as const satisfies Readonly<Record<string, Replies>>;
