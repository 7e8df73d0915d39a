import { OwnError } from "@webhand/service-kit/errors";

/** The reason of a signal that ends the wait for a command or tool and lets it run: another process goes on with its task. */
export class Left extends OwnError {}

/** A signal that ends with `Left` when another one ends. Made once for a process: the other one keeps a listener. */
export function leavingWith(stopping: AbortSignal): AbortSignal {
	const leaving = new AbortController();
	const leave = () => leaving.abort(new Left("this process stops"));
	if (stopping.aborted) leave();
	else stopping.addEventListener("abort", leave, { once: true });
	return leaving.signal;
}
