import { browser } from "wxt/browser";
import { z } from "zod";

/** `local` outlives the browser, `session` ends with it. Both are closed to content scripts. */
type Area = "local" | "session";

type Definition<S extends z.ZodType> = {
	readonly area: Area;
	readonly key: string;
	readonly version: number;
	readonly schema: S;
	readonly fallback: z.output<S>;
	/** `migrations[n]` turns a value of version n - 1 into one of version n; pure, may throw. */
	readonly migrations?: Readonly<Record<number, (value: unknown) => unknown>>;
};

/** A stored item. Reading never fails: an unreadable value is logged and replaced by the fallback. */
export type Item<T> = {
	readonly get: () => Promise<T>;
	readonly set: (value: T) => Promise<void>;
	/** Reads, changes and writes atomically within this context. @returns what was written */
	readonly update: (change: (value: T) => T) => Promise<T>;
	/** Calls back after each write of any context. @returns a function that ends it */
	readonly watch: (changed: (value: T) => void) => () => void;
};

const Envelope = z.object({ v: z.number().int().positive(), value: z.unknown() });

/**
 * Brings a stored envelope to the current version.
 *
 * @returns the value, or the fallback; `problem` says why a value was dropped
 * @throws never
 */
export function readStored<S extends z.ZodType>(
	definition: Pick<Definition<S>, "version" | "schema" | "fallback" | "migrations">,
	stored: unknown,
): { readonly value: z.output<S>; readonly problem?: string } {
	if (stored === undefined || stored === null) return { value: definition.fallback };
	const envelope = Envelope.safeParse(stored);
	if (!envelope.success) return { value: definition.fallback, problem: "no envelope" };
	if (envelope.data.v > definition.version) return { value: definition.fallback, problem: `written by version ${envelope.data.v}` };
	let value = envelope.data.value;
	try {
		for (let version = envelope.data.v + 1; version <= definition.version; version += 1) {
			value = definition.migrations?.[version]?.(value) ?? value;
		}
	} catch (cause) {
		return { value: definition.fallback, problem: `migration failed: ${String(cause)}` };
	}
	const parsed = definition.schema.safeParse(value);
	return parsed.success ? { value: parsed.data } : { value: definition.fallback, problem: z.prettifyError(parsed.error) };
}

/** Opens an item, which is one key of its area. */
export function defineItem<S extends z.ZodType>(definition: Definition<S>): Item<z.output<S>> {
	type Value = z.output<S>;
	const { area, key, version } = definition;
	const read = (stored: unknown): Value => {
		const { value, problem } = readStored(definition, stored);
		// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
		if (problem !== undefined) console.warn("storage.dropped", { key: `${area}:${key}`, problem });
		return value;
	};
	const get = async (): Promise<Value> => read((await browser.storage[area].get(key))[key]);
	const set = async (value: Value): Promise<void> => browser.storage[area].set({ [key]: { v: version, value } });
	let last: Promise<unknown> = Promise.resolve();
	return {
		get,
		set,
		update: (change) => {
			const done = last.then(async () => {
				const value = change(await get());
				await set(value);
				return value;
			});
			last = done.catch(() => undefined);
			return done;
		},
		watch: (changed) => {
			const listener = (changes: Record<string, { newValue?: unknown }>, changedArea: string) => {
				const change = changes[key];
				if (changedArea === area && change !== undefined) changed(read(change.newValue));
			};
			browser.storage.onChanged.addListener(listener);
			return () => browser.storage.onChanged.removeListener(listener);
		},
	};
}

/** Closes the storage to content scripts, which share a process with the page. Called at each worker start. */
export async function closeStorageToPages(): Promise<void> {
	await browser.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}
