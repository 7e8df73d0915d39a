import { useEffect, useState } from "react";
import type { Place } from "./kit/routines-props.ts";

const library: Place = { kind: "library" };

/** Whether the panel shows the routines, and which view of them. They belong to a sign-in: another owner begins with the chat. `watchWish`: Chrome's menu and keyboard ask for them. */
export function useRoutines(owner: string | null, watchWish: (onWish: () => void) => () => void) {
	const [isOpen, setIsOpen] = useState(false);
	const [wasOpened, setWasOpened] = useState(false);
	const [place, setPlace] = useState<Place>(library);
	useEffect(() => {
		setIsOpen(false);
		setWasOpened(false);
		setPlace(library);
	}, [owner]);
	const show = (isShown: boolean) => {
		setIsOpen(isShown);
		setWasOpened(true);
	};
	const open = (next: Place) => {
		setPlace(next);
		show(true);
	};
	useEffect(() => {
		if (owner === null) return;
		return watchWish(() => {
			setPlace(library);
			setIsOpen(true);
			setWasOpened(true);
		});
	}, [owner, watchWish]);
	return { isOpen, wasOpened, show, place, go: setPlace, open };
}
