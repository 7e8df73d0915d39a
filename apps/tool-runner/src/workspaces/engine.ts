import type { Audit } from "@webhand/audit/chain/audit";
import type { TenantId } from "@webhand/contracts/ids";
import { WorkspaceId } from "@webhand/contracts/ids";
import type { RunnerWorkspaceChange } from "@webhand/contracts/tools/runner";
import type { NewWorkspace, OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { lacking, requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import { viewOf } from "./list.ts";
import { widenedBy } from "./policy.ts";
import type { Actor, RecordedAction } from "./record.ts";
import { recorded } from "./record.ts";
import { checkRoot, giveToOwner } from "./register.ts";
import type { HostFacts } from "./root.ts";
import { lookAtRoot } from "./root.ts";
import type { StoredWorkspace, WorkspaceChange, WorkspaceStore } from "./store.ts";

/** What workspaces need. */
export type WorkspaceDeps = {
	readonly store: WorkspaceStore;
	readonly audit: Audit;
	readonly host: HostFacts;
	/** Are server tools switched on? */
	readonly isEnabled: boolean;
	readonly ids: Ids;
	readonly now: () => Date;
};

/**
 * Opens a folder to a tenant. Nothing is changed on the host, but `takeOwnership` gives a folder of root to a user of its own.
 *
 * @throws AppError FORBIDDEN, WORKSPACE_ROOT_INVALID with `reason` and `at`, ALREADY_EXISTS, LIMIT_REACHED, AUDIT_UNAVAILABLE
 */
export async function addWorkspace(deps: WorkspaceDeps, wanted: NewWorkspace, actor: Actor): Promise<OperatorWorkspace> {
	const { tenantId, name, readOnly, allowedCommands } = wanted;
	const { rootPath, takeOwnership } = wanted;
	const action = { action: "workspace.add", target: rootPath, args: { name, readOnly, allowedCommands, takeOwnership } } as const;
	const stored = await recorded(deps, { actor, action: { ...action, tenantId: tenantOf(actor, tenantId) } }, async (intend) => {
		requireRole(actor.identity, "operator");
		return await deps.store.alone(async () => {
			await requireRoom(deps.store, wanted);
			const inspected = await checkRoot(deps, { rootPath, takeOwnership });
			const _id = deps.ids.prefixed(WorkspaceId, "wsp");
			await intend(_id);
			await giveToOwner(inspected);
			const gitState = inspected.hasGit ? ("trusted" as const) : ("none" as const);
			const about = { name, readOnly, allowedCommands, gitState, source: "operator", createdAt: deps.now() } as const;
			const workspace = { ...inspected.root, _id, tenantId, ...about };
			await deps.store.add(workspace);
			return workspace;
		});
	});
	return await viewOf(stored);
}

/**
 * Changes a workspace: an operator everything of any tenant, an admin of its tenant the name, and the rest to less than it is.
 *
 * @throws AppError WORKSPACE_NOT_FOUND, FORBIDDEN, MANAGED_BY_FILE, WORKSPACE_ROOT_INVALID, ALREADY_EXISTS, NOT_A_REPOSITORY,
 * WORKSPACE_MOVED, AUDIT_UNAVAILABLE
 */
export async function changeWorkspace(
	deps: WorkspaceDeps,
	{ id, change }: { readonly id: WorkspaceId; readonly change: RunnerWorkspaceChange },
	actor: Actor,
): Promise<OperatorWorkspace> {
	const { trustGit, ...rest } = change;
	const action = trustGit === true ? "workspace.trust_git" : "workspace.change";
	return await withWorkspace(deps, { id, action, args: rest, actor }, async (workspace, intend) => {
		requireChange(workspace, change, actor);
		const { rootPath, ...fields } = rest;
		const inspected = rootPath === undefined ? null : await checkRoot(deps, { rootPath, takeOwnership: false, instead: id });
		if (trustGit === true) await requireGit(workspace);
		await intend(id);
		const gitState = inspected === null ? workspace.gitState : inspected.hasGit ? "trusted" : "none";
		const set = { ...defined(fields), ...inspected?.root, gitState: trustGit === true ? ("trusted" as const) : gitState };
		const changed = await deps.store.change(workspace, set);
		if (changed === null) throw unknownWorkspace();
		return await viewOf(changed);
	});
}

/** Closes a workspace; its folder stays as it is. @throws AppError WORKSPACE_NOT_FOUND, FORBIDDEN, MANAGED_BY_FILE, AUDIT_UNAVAILABLE */
export async function removeWorkspace(deps: WorkspaceDeps, id: WorkspaceId, actor: Actor): Promise<void> {
	await withWorkspace(deps, { id, action: "workspace.remove", args: {}, actor }, async (workspace, intend) => {
		requireRole(actor.identity, "operator");
		requireOwn(workspace);
		await intend(id);
		await deps.store.remove(workspace);
	});
}

/** Finds a workspace that the caller may change, alone, with its rows in the audit. */
async function withWorkspace<Result>(
	deps: WorkspaceDeps,
	{ id, action, args, actor }: Pick<RecordedAction, "action" | "args"> & { readonly id: WorkspaceId; readonly actor: Actor },
	act: (workspace: StoredWorkspace, intend: (id: WorkspaceId) => Promise<void>) => Promise<Result>,
): Promise<Result> {
	const find = () => (isOperator(actor) ? deps.store.findAny(id) : deps.store.find(actor.identity.tenantId, id));
	const known = await find();
	const tenantId = known?.tenantId ?? actor.identity.tenantId;
	return await recorded(deps, { actor, action: { action, args, target: id, tenantId } }, (intend) =>
		deps.store.alone(async () => {
			const workspace = await find();
			if (workspace === null) throw unknownWorkspace();
			return await act(workspace, intend);
		}),
	);
}

function requireChange(workspace: StoredWorkspace, change: RunnerWorkspaceChange, actor: Actor): void {
	const { trustGit, ...rest } = change;
	if (!isOperator(actor)) {
		requireRole(actor.identity, "admin");
		if (change.rootPath !== undefined || trustGit === true) throw lacking("operator");
	}
	if (Object.keys(defined(rest)).length > 0) requireOwn(workspace);
	const widened = isOperator(actor) ? undefined : widenedBy(workspace, change);
	if (widened === undefined) return;
	throw new AppError("FORBIDDEN", "An admin can only take away from what a workspace allows; an operator can give it back", {
		details: { reason: "widens", field: widened },
	});
}

function requireOwn({ source }: StoredWorkspace): void {
	if (source === "file") throw new AppError("MANAGED_BY_FILE", "This workspace stands in TOOLS_CONFIG_FILE. Change it there");
}

async function requireGit(workspace: StoredWorkspace): Promise<void> {
	const { reason, hasGit } = await lookAtRoot(workspace);
	if (reason !== undefined) throw new AppError("WORKSPACE_MOVED", "The folder of this workspace cannot be opened", { details: { reason } });
	if (!hasGit) throw new AppError("NOT_A_REPOSITORY", "This workspace holds no .git folder");
}

/** A name is refused before a folder is given away for it. */
async function requireRoom(store: WorkspaceStore, { tenantId, name }: NewWorkspace): Promise<void> {
	const ofTenant = await store.ofTenant(tenantId);
	if (ofTenant.length >= store.mostOfTenant) {
		throw new AppError("LIMIT_REACHED", `A tenant has ${store.mostOfTenant} workspaces at most`);
	}
	if (ofTenant.some((other) => other.name === name)) {
		throw new AppError("ALREADY_EXISTS", "The tenant has a workspace of this name", { details: { field: "name" } });
	}
}

const isOperator = ({ identity }: Actor) => identity.roles.includes("operator");

/** Whose chain gets the rows: who is no operator cannot write into that of another tenant. */
const tenantOf = (actor: Actor, tenantId: TenantId) => (isOperator(actor) ? tenantId : actor.identity.tenantId);

const unknownWorkspace = () => new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");

function defined<Fields extends object>(fields: Fields): WorkspaceChange {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
