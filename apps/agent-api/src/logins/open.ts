import { LoginId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import type { Ids } from "@webhand/service-kit/ids";
import { findRoutine } from "../routines/library/engine.ts";
import type { RoutineStore } from "../routines/library/store.ts";
import type { MemberOf } from "../shared/upstream.ts";
import type { TaskStore } from "../tasks/store/tasks.ts";
import type { LoginDeps } from "./engine.ts";
import { startDeletingLeft } from "./left.ts";
import { createLoginStore } from "./store.ts";

type Given = Pick<LoginDeps, "audit" | "sealer" | "inTurn" | "policyOf" | "now"> & {
	readonly base: Base;
	readonly ids: Ids;
	readonly tasks: Pick<TaskStore, "get" | "noteSignIn">;
	readonly routines: RoutineStore;
	readonly memberOf: MemberOf;
};

/** Opens the vault, and deletes logins of removed persons until `close`. */
export function openLogins({ base, ids, tasks, routines, memberOf, ...given }: Given) {
	const deps: LoginDeps = {
		...given,
		logins: createLoginStore(base.mongo),
		taskOf: async ({ tenantId, userId }, taskId) => {
			const task = await tasks.get(tenantId, userId, taskId);
			if (task === null) return null;
			const { status, question, origin, tainted: isTainted } = task;
			const plays = origin && { routineId: origin.routineId, version: origin.version };
			return { status, question, isTainted, plays };
		},
		noteSignIn: tasks.noteSignIn,
		isMember: async (owner) => (await memberOf(owner)).isActive,
		versionOf: async ({ identity }, routineId) => (await findRoutine({ routines }, { identity, routineId })).version,
		newId: () => ids.prefixed(LoginId, "lgn"),
	};
	const hasLeft = async (owner: Parameters<MemberOf>[0]) => (await memberOf(owner)).hasLeft;
	const left = startDeletingLeft({ ...deps, hasLeft, log: base.log });
	return { logins: deps, close: left.stop };
}
