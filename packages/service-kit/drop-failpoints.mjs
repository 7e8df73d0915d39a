const call = /^[\t ]*await failpoint\("[a-z_.]+"\);$/gm;

/**
 * Leaves the calls of `failpoint` out of a build, so no setting can inject a fault in production. Lines keep their numbers.
 *
 * @returns {{ name: string, transform: (code: string) => { code: string, map: null } | null }}
 */
export function dropFailpoints() {
	return {
		name: "drop-failpoints",
		transform: (code) => (code.includes("await failpoint(") ? { code: code.replaceAll(call, ""), map: null } : null),
	};
}
