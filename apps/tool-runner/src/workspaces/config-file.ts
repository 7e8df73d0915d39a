import { readFile } from "node:fs/promises";
import { WorkspaceId } from "@webhand/contracts/ids";
import { NewMcpServer } from "@webhand/contracts/tools/mcp";
import { NewWorkspace } from "@webhand/contracts/tools/workspaces";
import { AppError, SettingError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import type { Log } from "@webhand/service-kit/logs";
import { wrongWords } from "@webhand/service-kit/wrong-words";
import { z } from "zod";
import { FileRule } from "../commands/rules-file.ts";
import { checkRoot, giveToOwner } from "./register.ts";
import type { HostFacts, InspectedRoot } from "./root.ts";
import type { StoredWorkspace, WorkspaceStore } from "./store.ts";

const ToolsConfig = z.strictObject({
	// Required: what is not in the file is closed, and nobody closes all workspaces by leaving a word out.
	workspaces: z.array(NewWorkspace).max(1_000),
	commandRules: z.array(FileRule).max(500).default([]),
	mcpServers: z.array(NewMcpServer).max(200).default([]),
});

/** What TOOLS_CONFIG_FILE holds. */
export type ToolsConfig = z.infer<typeof ToolsConfig>;

/** What applying a configuration file needs. */
export type ConfigFileDeps = {
	readonly store: WorkspaceStore;
	readonly host: HostFacts;
	readonly ids: Ids;
	readonly now: () => Date;
	readonly log: Log;
};

/** Reads TOOLS_CONFIG_FILE. @throws SettingError naming the file and each wrong field */
export async function readToolsConfig(path: string): Promise<ToolsConfig> {
	const text = await readFile(path, "utf8").catch((cause: unknown) => {
		throw new SettingError(`TOOLS_CONFIG_FILE: ${path} cannot be read. Name a JSON file that this service may read.`, { cause });
	});
	const parsed = ToolsConfig.safeParse(parseJson(path, text), { error: wrongWords });
	if (parsed.success) return parsed.data;
	const fields = parsed.error.issues.map(({ path: field, message }) => `  ${field.join(".") || "the whole file"} ${message}`);
	throw new SettingError(`TOOLS_CONFIG_FILE: ${path} is wrong:\n${fields.join("\n")}`);
}

/**
 * Makes the workspaces of the file those of the database with `source: "file"`, one replica at a time; those that are no longer in the file
 * are closed. A workspace keeps its id while its folder, or its tenant and name, stay. One whose folder is gone stays as it was.
 *
 * @throws SettingError naming the entry that cannot be opened
 */
export async function applyToolsConfig(deps: ConfigFileDeps, config: Pick<ToolsConfig, "workspaces">): Promise<void> {
	await deps.store.alone(async () => {
		const known = await deps.store.ofFile();
		const pairs = config.workspaces.map((wanted) => ({ wanted, before: known.find((row) => isSame(row, wanted)) }));
		const kept = new Set(pairs.map(({ before }) => before?._id));
		for (const row of known.filter(({ _id }) => !kept.has(_id))) {
			await deps.store.remove(row);
			deps.log.info({ workspace: row._id, name: row.name }, "a workspace that left TOOLS_CONFIG_FILE is closed");
		}
		for (const [index, { wanted, before }] of pairs.entries()) await apply(deps, { wanted, before, field: `workspaces.${index}` });
	});
}

type Entry = { readonly wanted: NewWorkspace; readonly before: StoredWorkspace | undefined; readonly field: string };

async function apply(deps: ConfigFileDeps, { wanted, before, field }: Entry): Promise<void> {
	const { name, readOnly, allowedCommands, tenantId, rootPath, takeOwnership } = wanted;
	try {
		const inspected = await inspect(deps, { rootPath, takeOwnership, ...(before && { instead: before._id }) }, before);
		const gitState = inspected?.hasGit ? ("trusted" as const) : ("none" as const);
		const fields = { name, readOnly, allowedCommands };
		if (before !== undefined) {
			const isSameFolder = inspected === null || inspected.root.inode === before.inode;
			await deps.store.change(before, { ...fields, ...inspected?.root, ...(!isSameFolder && { gitState }) });
		} else if (inspected !== null) {
			const about = { tenantId, ...fields, gitState, source: "file", createdAt: deps.now() } as const;
			await deps.store.add({ ...inspected.root, _id: deps.ids.prefixed(WorkspaceId, "wsp"), ...about });
		}
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		const at = cause.code === "ALREADY_EXISTS" ? `${field}.${cause.details?.["field"]}` : `${field}.rootPath`;
		throw new SettingError(`TOOLS_CONFIG_FILE: ${at}: ${cause.message}.`, { cause });
	}
}

/** A folder that was there before and is away now, such as one that is not mounted, keeps nobody from starting. */
async function inspect(
	deps: ConfigFileDeps,
	wanted: Parameters<typeof checkRoot>[1],
	before: StoredWorkspace | undefined,
): Promise<InspectedRoot | null> {
	try {
		const inspected = await checkRoot(deps, wanted);
		await giveToOwner(inspected);
		return inspected;
	} catch (cause) {
		if (before === undefined || before.rootPath !== wanted.rootPath || !(cause instanceof AppError)) throw cause;
		deps.log.warn({ err: cause, workspace: before._id }, "the folder of a workspace cannot be opened");
		return null;
	}
}

const isSame = (row: StoredWorkspace, { tenantId, rootPath, name }: NewWorkspace) =>
	row.tenantId === tenantId && (row.rootPath === rootPath || row.name === name);

function parseJson(path: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new SettingError(`TOOLS_CONFIG_FILE: ${path} is no JSON: ${cause instanceof Error ? cause.message : ""}.`, { cause });
	}
}
