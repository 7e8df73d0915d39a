/** What the preferences of a user in a tenant may take. */
export const limits = { keys: 100, bytes: 16_384 } as const;

/**
 * The size of saved preferences.
 *
 * @param values JSON text by key
 * @returns `bytes` as the reply shows them, names included
 * @throws never
 */
export function sizeOf(values: Readonly<Record<string, string>>): { readonly keys: number; readonly bytes: number } {
	const entries = Object.entries(values);
	// Quotes around the name, colon, comma; the braces make up for the comma that the last has not.
	return { keys: entries.length, bytes: entries.reduce((sum, [key, value]) => sum + key.length + Buffer.byteLength(value) + 4, 1) };
}
