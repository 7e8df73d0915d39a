import type { OperatorWorkspace, Workspace } from "@webhand/contracts/tools/workspaces";
import { RootProblem } from "@webhand/contracts/tools/workspaces";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { reworded } from "../../../kit/load/problem.ts";
import { workspacesText } from "./words.ts";

/** A workspace in either list. */
export type AnyWorkspace = Workspace | OperatorWorkspace;

/** What is typed about a workspace; commands stand one a line. */
export type WorkspaceFields = {
	readonly name: string;
	readonly rootPath: string;
	readonly readOnly: boolean;
	readonly commands: string;
};

export function fieldsOf(workspace: AnyWorkspace): WorkspaceFields {
	const { name, root_path: rootPath, read_only: readOnly, allowed_commands: commands } = workspace;
	return { name, rootPath, readOnly, commands: commands.join("\n") };
}

/** The commands of a text, each once. @throws never */
export function readCommands(text: string): string[] {
	const lines = text.split("\n").map((line) => line.trim());
	return [...new Set(lines.filter((line) => line !== ""))];
}

/** What was changed of a workspace; null for nothing. @throws never */
export function changeOf(workspace: AnyWorkspace, form: WorkspaceFields) {
	const before = fieldsOf(workspace);
	const [commands, commandsBefore] = [readCommands(form.commands), readCommands(before.commands)];
	const change = {
		...(form.name.trim() !== before.name && { name: form.name.trim() }),
		...(form.rootPath.trim() !== before.rootPath && { rootPath: form.rootPath.trim() }),
		...(form.readOnly !== before.readOnly && { readOnly: form.readOnly }),
		...(commands.join("\n") !== commandsBefore.join("\n") && { allowedCommands: commands }),
	};
	return Object.keys(change).length === 0 ? null : change;
}

/** A refusal in plain words, at the field that is to blame where there is one. @throws never */
export function worded(problem: ServerProblem): ServerProblem {
	const fields = fieldProblemOf(problem);
	return fields === null ? reworded(problem, workspacesText.refusals) : { ...problem, kind: "invalid", fields };
}

function fieldProblemOf({ code, details }: ServerProblem): Readonly<Record<string, string>> | null {
	const { field, reason, at } = details;
	if (code === "WORKSPACE_ROOT_INVALID") {
		const known = RootProblem.safeParse(reason);
		return known.success ? { rootPath: workspacesText.root[known.data](String(at ?? "")) } : null;
	}
	if (code === "ALREADY_EXISTS" && (field === "name" || field === "rootPath")) return { [field]: workspacesText.taken[field] };
	if (code === "FORBIDDEN" && reason === "widens") return { [String(field)]: workspacesText.widens };
	return null;
}
