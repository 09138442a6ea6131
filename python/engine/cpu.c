// SPDX-License-Identifier: MIT
// deadwood._cpu: which level of x86-64 this processor and its system have, so that the package loads the engine built
// for it.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int cpu_level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2")) return 1;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("fma"))
        return 2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return 3;
    return 4;
#else
    return 0;
#endif
}

static PyObject *cpu_get_level(PyObject *self, PyObject *nothing) {
    (void)self, (void)nothing;
    return PyLong_FromLong(cpu_level());
}

static PyMethodDef cpu_methods[] = {
    {"level", cpu_get_level, METH_NOARGS, "The N of x86-64-vN; 0 on other processors."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef cpu_module = {PyModuleDef_HEAD_INIT, .m_name = "_cpu", .m_size = 0, .m_methods = cpu_methods};

PyMODINIT_FUNC PyInit__cpu(void);
PyMODINIT_FUNC PyInit__cpu(void) { return PyModule_Create(&cpu_module); }
