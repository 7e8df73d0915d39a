import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { parsePackOptions } from "../options.mjs";
import { KeyError, packCrx, readKey, updateManifest } from "./crx.ts";
import { forStore, withManifest } from "./zip.ts";

const output = join("apps", "extension", ".output");

/** The newest zip that the build of the extension left, without trusted input. @throws Error when there is none */
export function builtZip(root: string, version: string): Buffer {
	const path = join(root, output, `webhand-${version}.zip`);
	if (!existsSync(path)) throw new Error(`There is no ${path}. Build it first: npm run build`);
	return readFileSync(path);
}

/** The version of the repository. */
const versionOf = (root: string): string => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

type PackCall = { readonly root: string; readonly options: ReturnType<typeof parsePackOptions>; readonly print: (line: string) => void };

/**
 * `npm run pack`: of the built extension the zip for the store, and with a key the CRX with its update manifest.
 *
 * @returns the exit code: 0 done, 1 it failed
 * @throws never
 */
export function runPack({ root, options, print }: PackCall): number {
	try {
		const version = versionOf(root);
		const zip = builtZip(root, version);
		mkdirSync(options.to, { recursive: true });
		const write = (name: string, bytes: Buffer | string) => {
			writeFileSync(join(options.to, name), bytes);
			print(join(options.to, name));
		};
		write(`webhand-${version}-store.zip`, forStore(zip).zip);
		if (options.key === undefined) return 0;
		const key = readKey(readFileSync(options.key, "utf8"));
		const updates = `${options.filesUrl}/updates.xml`;
		const signed = withManifest(zip, (manifest) => ({ ...manifest, key: key.publicKey, update_url: updates }));
		write("webhand.crx", packCrx(signed.zip, key));
		write("updates.xml", updateManifest({ id: key.id, version, codebase: `${options.filesUrl}/webhand.crx` }));
		print(`The extension's id is ${key.id}: name it in EXTENSION_IDS of the services. Policy: ${key.id};${updates}`);
		return 0;
	} catch (cause) {
		print(cause instanceof KeyError || cause instanceof Error ? cause.message : String(cause));
		return 1;
	}
}
