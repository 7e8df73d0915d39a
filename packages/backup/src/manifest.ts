import { createHash } from "node:crypto";
import { OwnError } from "@webhand/service-kit/errors";
import { z } from "zod";

/** Databases of the services. All lie in one replica set, so that a backup of them is of one moment. */
export const databaseNames = ["webhand_auth", "webhand_agent", "webhand_knowledge", "webhand_tools"] as const;

const File = z.object({ file: z.string().regex(/^[\w.-]+(\/[\w.-]+)?$/), bytes: z.number().int(), sha256: z.string().length(64) });
const Extended = z.record(z.string(), z.unknown());

/** `options` and `indexes` are in MongoDB's extended JSON; `file` holds the documents one after the other as BSON, packed by gzip. */
const SavedCollection = File.extend({ name: z.string(), rows: z.number().int(), options: Extended, indexes: z.array(Extended) });
export type SavedCollection = z.infer<typeof SavedCollection>;

/** A folder as a tar archive, packed by gzip; `path` is where it lay. */
const SavedFolder = File.extend({ name: z.string(), path: z.string() });
export type SavedFolder = z.infer<typeof SavedFolder>;

/** `manifest.json` of a backup. It is written last: a folder without it is no whole backup. */
export const Manifest = z.object({
	format: z.literal(1),
	/** The version of Webhand that made it. */
	version: z.string(),
	takenAt: z.iso.datetime(),
	databases: z.array(z.object({ name: z.enum(databaseNames), collections: z.array(SavedCollection) })),
	folders: z.array(SavedFolder),
	/** Small files of whoever runs the stack, by name. */
	texts: z.record(z.string(), z.string()),
	/** Fingerprints of the keys that data is sealed or signed with, by the setting's name. */
	keys: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** A backup or a restore that cannot be done; the message says what to do. */
export class BackupError extends OwnError {
	override readonly name = "BackupError";
}

/** Keys by the name of their setting; one that is not set is left out or empty. */
export type Keys = Readonly<Record<string, string | undefined>>;

/**
 * Fingerprints of keys: enough to tell one from another, of no use to make one.
 *
 * @param keys as their settings say them; what stands for nothing is left out
 * @throws never
 */
export function fingerprintsOf(keys: Keys): Record<string, string> {
	const found = Object.entries(keys).flatMap(([name, key]) => (key ? [[name, fingerprint(name, key)] as const] : []));
	return Object.fromEntries(found);
}

const fingerprint = (name: string, key: string) =>
	createHash("sha256").update(`webhand backup\n${name}\n${key}`).digest("hex").slice(0, 16);

/**
 * Says which keys are not those of a backup.
 *
 * @returns a sentence, `undefined` where all fit
 * @throws never
 */
export function problemOfKeys(saved: Manifest["keys"], keys: Keys): string | undefined {
	const given = fingerprintsOf(keys);
	const missing = Object.keys(saved).filter((name) => given[name] === undefined);
	const other = Object.keys(saved).filter((name) => given[name] !== undefined && given[name] !== saved[name]);
	const parts = [
		...(missing.length > 0 ? [`not given: ${missing.join(", ")}`] : []),
		...(other.length > 0 ? [`other ones: ${other.join(", ")}`] : []),
	];
	if (parts.length === 0) return undefined;
	return `The keys are not those of the backup (${parts.join("; ")}). What is sealed with them opens with nothing else: put the keys of the saved stack in their place.`;
}

/**
 * Says why a version of Webhand cannot restore what another one saved: migrations go forward only.
 *
 * @param own `1.2.3`
 * @returns a sentence, `undefined` where it can
 * @throws never
 */
export function problemOfVersion(saved: string, own: string): string | undefined {
	const [one, other] = [saved, own].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
	for (const [index, part] of (one ?? []).entries()) {
		const difference = part - (other?.[index] ?? 0);
		if (difference < 0) return undefined;
		if (difference > 0) return `The backup is of Webhand ${saved}, and this is ${own}. Restore it with that version or a later one.`;
	}
	return undefined;
}
