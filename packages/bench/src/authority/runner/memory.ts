import { readdir, readFile } from "node:fs/promises";

/** Memory in MB: of the process itself, and of all below it, each shared page counted once. */
export type Memory = { readonly own: number; readonly below: number };

/** Reads what a process and its descendants hold. Linux only. One that ends meanwhile counts nothing. */
export async function memoryOf(pid: number): Promise<Memory> {
	const parents = new Map<number, number>();
	for (const name of await readdir("/proc")) {
		const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "") : "";
		// The name of a program may hold spaces and brackets.
		const [, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (stat !== "") parents.set(Number(name), Number(parent));
	}
	const isBelow = (one: number): boolean => {
		const parent = parents.get(one);
		return parent !== undefined && (parent === pid || isBelow(parent));
	};
	const sizes = await Promise.all([...parents.keys()].filter(isBelow).map(sizeOf));
	return { own: await sizeOf(pid), below: sizes.reduce((sum, size) => sum + size, 0) };
}

async function sizeOf(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
	return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}
