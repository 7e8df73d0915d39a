import { expect, test } from "vitest";
import { folderOf, insideProgram } from "./view.ts";

test.for([
	["/usr/bin/python3", null],
	["/srv/mcp/server/main.js", "/srv/mcp/server"],
	["/srv/mcp/node_modules/files/dist/index.js", "/srv/mcp/node_modules"],
	["/srv/mcp/node_modules/.pnpm/files@1/node_modules/files/cli.js", "/srv/mcp/node_modules"],
] as const)("a program at %s is shown the folder %s", ([program, folder]) => {
	expect(folderOf(program)).toBe(folder);
});

const node = "/srv/node/bin/node";

test("packages of npm stay in a folder that Node looks into", () => {
	const program = "/srv/mcp/node_modules/files/dist/index.js";
	const reach = { transport: "stdio", program, folder: "/srv/mcp/node_modules", args: ["--root", "/srv/mcp/node_modules/data"] } as const;
	expect(insideProgram(reach, node)).toEqual({
		path: "/opt/node/node",
		args: ["/opt/server/node_modules/files/dist/index.js", "--root", "/opt/server/node_modules/data"],
		toolchains: [
			{ name: "server/node_modules", directory: "/srv/mcp/node_modules" },
			{ name: "node", directory: "/srv/node/bin" },
		],
	});
	const { args, toolchains } = insideProgram({ ...reach, folder: "/srv/mcp" }, node);
	expect([args[0], toolchains[0]]).toEqual(["/opt/server/node_modules/files/dist/index.js", { name: "server", directory: "/srv/mcp" }]);
});

test.for([
	["a script by its name", "/srv/a/main.mjs", undefined, true],
	["a command of npm without an ending", "/srv/a/cli", true, true],
	["another program", "/srv/a/main", false, false],
] as const)("Node runs %s: %s", ([, program, isNodeScript, isRun]) => {
	const more = isNodeScript === undefined ? {} : { isNodeScript };
	const { path } = insideProgram({ transport: "stdio", program, folder: "/srv/a", args: [], ...more }, node);
	expect(path === "/opt/node/node").toBe(isRun);
});
