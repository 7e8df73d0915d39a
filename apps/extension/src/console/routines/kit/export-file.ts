import type { Routine } from "@webhand/contracts/routine/routine";
import { exportRoutineRoute } from "@webhand/contracts/routine/routine";
import type { PageApi } from "../../../signed-in-api.ts";
import { saveFile } from "../../kit/save-file.ts";
import { routinesText as text } from "../words.ts";

/** Saves a routine as a file that a person can read and compare. @returns what was done */
export async function exportFile(api: PageApi, { id, name }: Pick<Routine, "id" | "name">): Promise<string> {
	const file = await api.call(exportRoutineRoute, { params: { routineId: id } });
	saveFile(`${plainName(name)}.webhand.json`, "application/json", `${JSON.stringify(file, null, 2)}\n`);
	return text.exported(name);
}

const plainName = (name: string) => name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "routine";
