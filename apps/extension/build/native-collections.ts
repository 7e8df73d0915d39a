import type { Plugin } from "vite";

const natives: Readonly<Record<string, string>> = {
	SetLike: "export default Set;",
	"array.from": "export default (items) => Array.from(items);",
};
const part = /\/dom-accessibility-api\/dist\/polyfills\/([\w.]+)\.mjs$/;

/** Leaves out of the accessible names what stands for `Set` and `Array.from` in browsers that have none; it took the stand-in for `Set` in all. */
export function nativeCollections(): Plugin {
	return {
		name: "webhand-native-collections",
		apply: "build",
		enforce: "pre",
		load: (id) => natives[part.exec(id)?.[1] ?? ""] ?? null,
	};
}
