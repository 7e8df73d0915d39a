import type { Dispatch } from "react";
import { CommandError, send } from "../../kit/transport.ts";
import type { CommandInput, PanelCommandType } from "../../messages.ts";
import type { PanelEvent } from "./model.ts";

/** Sends a command. @returns true when it was accepted */
export type RunCommand = <T extends PanelCommandType>(type: T, input: CommandInput<T>, query?: string) => Promise<boolean>;

/** Reports each command to the model; a refusal becomes the model's problem. Never throws. */
export function commandsOf(dispatch: Dispatch<PanelEvent>): RunCommand {
	return async (type, input, query) => {
		dispatch({ type: "command_sent", command: type });
		try {
			await send(type, input);
			dispatch({ type: "command_done", command: type, ...(query === undefined ? {} : { query }) });
			return true;
		} catch (cause) {
			const problem =
				cause instanceof CommandError ? cause.problem : { command: type, code: "UNEXPECTED", message: String(cause), fields: [] };
			dispatch({ type: "command_failed", problem });
			return false;
		}
	};
}
