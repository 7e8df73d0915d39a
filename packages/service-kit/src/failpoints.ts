import { setTimeout as pause } from "node:timers/promises";

type Act = { readonly kind: "kill" | "stop" | "throw" } | { readonly kind: "delay"; readonly ms: number };

const armed = new Map<string, Act>();

const pattern = /^\s*([a-z_.]+)=(?:(kill|stop|throw)|delay:(\d{1,6}))\s*$/;
const entriesOf = (text: string) => text.split(",").filter((part) => part.trim() !== "");

/** Can `armFailpoints` arm all of it? @throws never */
export function readsAsFailpoints(text: string): boolean {
	return entriesOf(text).every((entry) => pattern.test(entry));
}

/**
 * Arms failpoints for this process, replacing those of before. Called once at start with the setting `FAILPOINTS`.
 *
 * @param text `name=kill|stop|throw|delay:ms`, several with commas; empty arms nothing
 * @throws Error naming the entry that does not read
 */
export function armFailpoints(text: string): void {
	armed.clear();
	for (const entry of entriesOf(text)) {
		const found = pattern.exec(entry);
		if (found === null) throw new Error(`the failpoint "${entry}" is not name=kill, stop, throw or delay:ms`);
		const [, name = "", kind, ms] = found;
		armed.set(name, ms === undefined ? { kind: kind as "kill" | "stop" | "throw" } : { kind: "delay", ms: Number(ms) });
	}
}

/**
 * A named place in the code where a fault test may inject a fault. Does nothing unless armed.
 *
 * @throws Error when armed with `throw`
 */
export async function failpoint(name: string): Promise<void> {
	const act = armed.get(name);
	if (act === undefined) return;
	switch (act.kind) {
		case "kill":
			process.kill(process.pid, "SIGKILL");
			return;
		case "stop":
			process.kill(process.pid, "SIGSTOP");
			return;
		case "delay":
			await pause(act.ms);
			return;
		case "throw":
			throw new Error(`failpoint ${name}`);
	}
}
