// Shows the states of the folder that the address names.
const folders: Readonly<Record<string, () => Promise<unknown>>> = {
	gallery: () => import("./gallery/main.tsx"),
	console: () => import("./console/main.tsx"),
	tools: () => import("./tools/main.tsx"),
	routines: () => import("./routines/main.tsx"),
};
void folders[location.pathname.slice(1)]?.();
