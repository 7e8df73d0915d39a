import type { Zippable } from "fflate";
import { unzipSync, zipSync } from "fflate";

type Manifest = Readonly<Record<string, unknown>>;

/**
 * The zip of an extension with another manifest. The same input gives the same bytes: dates are those of 1980.
 *
 * @throws Error for a zip without a manifest
 */
export function withManifest(
	zip: Uint8Array,
	change: (manifest: Manifest) => Manifest,
): { readonly zip: Buffer; readonly manifest: Manifest } {
	const files = unzipSync(zip);
	const before = files["manifest.json"];
	if (before === undefined) throw new Error("the zip holds no manifest.json");
	const manifest = change(JSON.parse(new TextDecoder().decode(before)));
	const entries = Object.entries({ ...files, "manifest.json": new TextEncoder().encode(JSON.stringify(manifest)) });
	const dated = entries.map(([name, bytes]) => [name, [bytes, { mtime: new Date(1980, 0, 1) }] satisfies Zippable[string]] as const);
	return { zip: Buffer.from(zipSync(Object.fromEntries(dated), { level: 9 })), manifest };
}

/** The store makes the key itself and refuses a zip that has one. */
export const forStore = (zip: Uint8Array) => withManifest(zip, ({ key: _key, update_url: _address, ...rest }) => rest);
