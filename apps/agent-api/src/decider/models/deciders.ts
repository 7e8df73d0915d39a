import type { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { createTenantCache } from "../../shared/tenant-cache.ts";
import type { Decider } from "../port.ts";
import type { StoredModel } from "./policy.ts";
import type { ModelStore } from "./store.ts";

/** `defaultDecider` serves tenants without a choice; `open` creates the decider of a choice; `elapsed` counts milliseconds. */
export type DecidersDeps = {
	readonly defaultDecider: Decider;
	readonly models: Pick<ModelStore, "get">;
	readonly open: (model: StoredModel) => Promise<Decider>;
	readonly elapsed: () => number;
};

/** The deciders of all tenants. */
export type Deciders = {
	/** The tenant's decider or the default one. A broken choice is an error, never a fallback to the default. */
	readonly of: (tenantId: TenantId) => Promise<Decider>;
	/** Rereads the choice at the next step; other processes do within seconds. */
	readonly forget: (tenantId: TenantId) => void;
};

type Known = { readonly rev: number; readonly decider: Promise<Decider> };

const freshMs = 5_000;

/** Caches deciders: a choice is read at most every five seconds, and its connections stay open until it changes. */
export function createDeciders({ defaultDecider, models, open, elapsed }: DecidersDeps): Deciders {
	const read = async (tenantId: TenantId, before: Promise<Known> | undefined): Promise<Known> => {
		const stored = await models.get(tenantId);
		if (stored === null) return { rev: 0, decider: Promise.resolve(defaultDecider) };
		const last = await before?.catch(() => undefined);
		if (last?.rev === stored.rev) return last;
		return { rev: stored.rev, decider: open(stored).catch((cause: unknown) => broken(stored, cause)) };
	};
	const known = createTenantCache({ read, freshMs, elapsed });
	return { of: async (tenantId) => await (await known.of(tenantId)).decider, forget: known.forget };
}

/** The decider of a choice that cannot be opened, such as an invalid certificate: each step fails with the reason, replays still work. */
function broken(model: StoredModel, cause: unknown): Decider {
	const refuse = () =>
		Promise.reject(
			new AppError("INTERNAL_ERROR", "The model that your organization chose cannot be used", {
				details: { reason: "model_rejected", retryable: false },
				cause,
			}),
		);
	return { name: model.provider, model: model.name, ping: refuse, decide: refuse, judge: refuse, complete: refuse };
}
