"""A form shows only the fields that matter for the choices made."""

from spectralign_gui.preprocessing.step import steps
from spectralign_gui.ui.forms.form import ParameterForm


def test_fields_follow_the_choice(qtbot):
    form = ParameterForm()
    qtbot.addWidget(form)
    form.build(steps()["smooth"].parameters, {})
    form.show()

    def shown():
        return {name for name, row in form.rows.items() if row.isVisible() and form.labels[name].isVisible()}

    assert shown() == {"method", "window", "order"}
    form.set_values({"method": "whittaker"})
    assert shown() == {"method", "penalty"}
    with qtbot.waitSignal(form.changed):
        form.rows["method"].edited.emit("method", "savitzky-golay")
    assert shown() == {"method", "window", "order"}
    form.build(steps()["snv"].parameters, {})
    assert shown() == set()


def test_every_step_has_a_form(qtbot):
    form = ParameterForm()
    qtbot.addWidget(form)
    form.show()
    for cls in steps().values():
        form.build(cls.parameters, {})
        assert set(form.rows) == {p.name for p in cls.parameters}
        always = [r for r in form.rows.values() if r.parameter.when is None and not r.parameter.advanced]
        qtbot.waitUntil(lambda rows=always: all(r.isVisible() for r in rows))
