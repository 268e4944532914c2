// A JupyterLab extension without a build step: the notebook that JupyterLab opens with is run at
// once if its metadata says {"polygames": {"run": true}}, so that a visitor finds a board and not
// a page of code. Notebooks opened later are left alone.
async function run(app, panel) {
  if (!panel?.context?.path?.endsWith(".ipynb")) return;
  await panel.context.ready;
  if (!panel.context.model.getMetadata("polygames")?.run) return;
  await panel.revealed;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  await app.commands.execute("notebook:run-all-cells");
  panel.node.querySelector(".jp-WindowedPanel-outer")?.scrollTo(0, 0);
}

// On a phone the side bars would leave no room for a notebook: they are put away (the menu View
// brings them back).
function makeRoom(shell) {
  if (!matchMedia("(max-width: 600px)").matches) return;
  for (const side of ["left", "right"]) {
    if (shell.isSideTabBarVisible(side)) shell.toggleSideTabBarVisibility(side);
  }
  shell.collapseLeft();
  shell.collapseRight();
}

const start = {
  id: "polygames-start:run",
  autoStart: true,
  activate: (app) => {
    // Lab waits for every extension before it is restored, so none may wait for that in turn.
    app.restored.then(() => {
      const { shell } = app;
      makeRoom(shell);
      if (shell.currentWidget?.context) return run(app, shell.currentWidget);
      shell.currentChanged.connect(function first(_, { newValue }) {
        if (!newValue?.context) return;
        shell.currentChanged.disconnect(first);
        run(app, newValue);
      });
    });
  },
};

(window._JUPYTERLAB ??= {})["polygames-start"] = {
  init: () => {},
  get: async () => () => ({ __esModule: true, default: start }),
};
