import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileWhole } from "../data/files.ts";
import type { DemoAccount } from "../sign-in.ts";
import { withSignIn } from "../sign-in.ts";
import { writeRepository } from "./repository.ts";

/** What the demo workspace is made from; the admin's sign-in tells the id of the demo organization. */
export type DemoWorkspaceCall = DemoAccount & {
	readonly data: string;
	readonly git: string | undefined;
	readonly print: (line: string) => void;
};

/** Where tool-runner reads its workspaces from: TOOLS_CONFIG_FILE. */
export const toolsFileOf = (data: string) => join(data, "tools.json");

/**
 * Makes the demo workspace and `tools.json`, which opens it to the demo organization, where that file is missing. From then on both belong to
 * whoever runs the stack.
 *
 * @throws never: without a demo workspace the rest works
 */
export async function ensureDemoWorkspace(call: DemoWorkspaceCall): Promise<void> {
	const file = toolsFileOf(call.data);
	if (process.platform !== "linux" || existsSync(file)) return;
	try {
		const tenantId = await withSignIn(call, async (signIn) => signIn.tenantId);
		const rootPath = await makeDemo(call);
		// In a folder of root the tool-runner would act as root, so it gives the demo to a user of its own.
		const workspaces = [{ tenantId, name: "demo", rootPath, takeOwnership: true }];
		writeFileWhole(file, `${JSON.stringify({ workspaces }, null, "\t")}\n`);
	} catch (cause) {
		call.print(`There is no demo workspace: ${cause instanceof Error ? cause.message : String(cause)}.`);
	}
}

/** Where workspaces of a stack lie: `workspaces` of its data folder, made if need be. */
export const workspacesOf = (data: string): string => makeWorkspacesFolder(data);

async function makeDemo({ data, git, print }: DemoWorkspaceCall): Promise<string> {
	const demo = join(makeWorkspacesFolder(data), "demo");
	if (existsSync(demo)) return demo;
	const partial = `${demo}.partial`;
	rmSync(partial, { recursive: true, force: true });
	mkdirSync(partial);
	chmodSync(partial, 0o755);
	if (git === undefined) print("git is not installed, so the demo workspace has no history.");
	await writeRepository(partial, git);
	renameSync(partial, demo);
	return demo;
}

/**
 * `workspaces` of the data folder. A stack of root runs the sandbox as another user, who cannot pass the private data folder: there it is a
 * link to a folder in /var/lib/webhand.
 */
function makeWorkspacesFolder(data: string): string {
	const link = join(data, "workspaces");
	if (process.getuid?.() !== 0) {
		mkdirSync(link, { recursive: true, mode: 0o700 });
		return link;
	}
	const folder = join("/var/lib/webhand", createHash("sha256").update(data).digest("hex").slice(0, 16), "workspaces");
	mkdirSync(folder, { recursive: true });
	for (const each of [dirname(dirname(folder)), dirname(folder), folder]) chmodSync(each, 0o755);
	rmSync(link, { force: true });
	symlinkSync(folder, link);
	return folder;
}
